import { createHash } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { inspectUpdate } from '#shared/documents/inspect.ts'
import { inspectStateVector } from '#shared/documents/inspect-vector.ts'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { isLong } from '#shared/testing/extent.ts'
import { JobFailed } from '#server/workers/job-failed.ts'
import { startDocumentWorkers } from './pool.ts'

/** What a busy machine takes for a job is not what these tests are about. */
const patient = { timeoutMs: 100_000 }
const workers = startDocumentWorkers(patient)
afterAll(() => workers.close())

const say = (...words: string[]) => ({
  type: 'doc',
  content: words.map((text) => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) })),
})
const textIn = (...updates: Uint8Array[]) => {
  const ydoc = new Y.Doc()
  for (const update of updates) Y.applyUpdate(ydoc, update)
  return checkedText(ydoc)
}
const holding = (...words: string[]) => ({ ok: true, doc: say(...words) })

/**
 * A document that is typed into `edits` times, letter by letter with a jump now and then, as rows
 * of 500 edits each.
 */
function typedDocument(edits: number): { ydoc: Y.Doc; rows: Uint8Array[] } {
  const ydoc = new Y.Doc()
  const rows: Uint8Array[] = []
  let group: Uint8Array[] = []
  ydoc.on('update', (update: Uint8Array) => {
    group.push(update)
    if (group.length < 500) return
    rows.push(Y.mergeUpdates(group))
    group = []
  })
  const texts = Array.from({ length: 40 }, () => {
    const paragraph = new Y.XmlElement('paragraph')
    const text = new Y.XmlText()
    paragraph.insert(0, [text])
    ydoc.getXmlFragment('body').push([paragraph])
    return text
  })
  // A row of random numbers that is the same each time.
  let state = 7
  const upTo = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
  let [text, at] = [texts[0] ?? new Y.XmlText(), 0]
  for (let edit = 40; edit < edits; edit++) {
    if (upTo(20) === 0) {
      text = texts[upTo(texts.length)] ?? text
      at = upTo(text.length + 1)
    }
    if (at > 0 && upTo(6) === 0) text.delete(--at, 1)
    else text.insert(at++, 'etaoin shrdlu'.charAt(upTo(13)))
  }
  if (group.length > 0) rows.push(Y.mergeUpdates(group))
  return { ydoc, rows }
}

const manyEdits = isLong ? 260_000 : 100_000
/** Compacting it takes more than 0.2 s, and more than 24 MB. */
const long = typedDocument(manyEdits)

describe('compaction', () => {
  test('gives a snapshot of the same text and state, and goes on from it', async () => {
    const { ydoc, rows } = typedDocument(3_000)
    const first = await workers.compact(null, rows.slice(0, 3))
    expect(brotliDecompressSync(first.packed)[0]).toBe(0)
    const second = await workers.compact(first.packed, rows.slice(3))
    expect(second.sha256).toBe(createHash('sha256').update(second.packed).digest('hex'))
    expect(await workers.unpack(second)).toEqual(expect.any(Uint8Array))
    expect(textIn(await workers.unpack(second))).toEqual(checkedText(ydoc))
    expect(textIn(second.update)).toEqual(checkedText(ydoc))
    expect(inspectStateVector(second.stateVector)).toMatchObject({ ok: true, vector: Y.decodeStateVector(Y.encodeStateVector(ydoc)) })
  })

  test(`of ${manyEdits} edits is done within the limits, and is much shorter than its rows`, async () => {
    const { ydoc, rows } = long
    const { packed, sha256, update, structs } = await workers.compact(null, rows)
    expect(textIn(update)).toEqual(checkedText(ydoc))
    // Kept as V1: nothing is left to be done for whoever opens it.
    expect(brotliDecompressSync(packed)[0]).not.toBe(0)
    expect(await workers.unpack({ packed, sha256 })).toEqual(update)
    expect(inspectUpdate(update, { bytes: Infinity, structs })).toMatchObject({ ok: true, structs })
    expect(packed.length * 3).toBeLessThan(rows.reduce((sum, row) => sum + row.length, 0))
  })

  test('of a notebook keeps its fields', async () => {
    const ydoc = new Y.Doc()
    ydoc.getMap('places').set(
      'edit:01k',
      new Y.Map<unknown>([
        ['body', new Y.Text('begun')],
        ['at', 5],
      ]),
    )
    const { update } = await workers.compact(null, [Y.encodeStateAsUpdate(ydoc)])
    const again = new Y.Doc()
    Y.applyUpdate(again, update)
    expect(again.getMap('places').toJSON()).toEqual({ 'edit:01k': { body: 'begun', at: 5 } })
  })

  test('refuses rows with a hole in them, and what is no document', async () => {
    const { rows } = typedDocument(3_000)
    await expect(workers.compact(null, rows.slice(1))).rejects.toMatchObject({ kind: 'refused' })
    await expect(workers.compact(null, [Uint8Array.of(1, 2, 3)])).rejects.toMatchObject({ kind: 'refused' })
    await expect(workers.compact(Uint8Array.of(1, 2, 3), [])).rejects.toMatchObject({ kind: 'refused' })
  })

  test('a snapshot that is damaged by one bit is not unpacked', async () => {
    const { packed, sha256 } = await workers.compact(null, typedDocument(600).rows)
    const damaged = packed.with(20, (packed[20] ?? 0) ^ 1)
    await expect(workers.unpack({ packed: damaged, sha256 })).rejects.toMatchObject({ kind: 'refused', message: 'the snapshot is damaged' })
  })
})

describe('texts', () => {
  test('a text becomes a document, and that document this text', async () => {
    const seed = await workers.seedOf(say('As published', 'and more'))
    expect(seed).not.toBeNull()
    expect(await workers.textOf(seed === null ? [] : [seed])).toEqual({ checked: holding('As published', 'and more'), words: 4 })
  })

  test('the same text is seeded as the same history: a document that was seeded again holds it once', async () => {
    const [first, again, other] = [
      await workers.seedOf(say('As published', 'and more')),
      await workers.seedOf(say('As published', 'and more')),
      await workers.seedOf(say('As published')),
    ]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    const both = [first, again].filter((seed) => seed !== null)
    expect(await workers.textOf(both)).toMatchObject({ words: 4 })
  })

  test('an empty text needs no seed, since an empty document stands for it', async () => {
    expect(await workers.seedOf(say(''))).toBeNull()
    expect(await workers.textOf([])).toEqual({ checked: holding(''), words: 0 })
  })

  test('a change brings the document to the text, and is nothing where it is there already', async () => {
    const seed = (await workers.seedOf(say('one', 'two'))) ?? Uint8Array.of()
    const change = (await workers.changeTo([seed], say('one', 'two', 'three'))) ?? Uint8Array.of()
    expect(textIn(seed, change)).toEqual(holding('one', 'two', 'three'))
    expect(inspectUpdate(change)).toMatchObject({ ok: true, deletes: [] })
    expect(await workers.changeTo([seed, change], say('one', 'two', 'three'))).toBeNull()
  })

  test('what is no text is neither sown nor written', async () => {
    const script = { type: 'doc', content: [{ type: 'script' }] }
    await expect(workers.seedOf(script)).rejects.toMatchObject({ kind: 'refused' })
    await expect(workers.changeTo([], script)).rejects.toMatchObject({ kind: 'refused' })
  })
})

describe('judging', () => {
  const judged = (write: (body: Y.XmlFragment) => void) => {
    const ydoc = new Y.Doc()
    write(ydoc.getXmlFragment('body'))
    return workers.judge([Y.encodeStateAsUpdate(ydoc)])
  }
  const nested = (depth: number) => (body: Y.XmlFragment) => {
    let parent = body
    for (let level = 0; level < depth; level++) {
      const quote = new Y.XmlElement('blockquote')
      parent.insert(0, [quote])
      parent = quote
    }
  }

  test('a text passes, and is measured', async () => {
    expect(await judged((body) => body.insert(0, [new Y.XmlElement('paragraph'), new Y.XmlElement('paragraph')]))).toMatchObject({
      fault: null,
      depth: 1,
      nodes: 2,
      characters: 0,
      structs: 2,
    })
  })

  test.each([
    ['too-deep', nested(3_000)],
    [
      'too-many-nodes',
      (body: Y.XmlFragment) =>
        body.insert(
          0,
          Array.from({ length: 20_001 }, () => new Y.XmlElement('paragraph')),
        ),
    ],
    ['too-long', (body: Y.XmlFragment) => body.insert(0, [new Y.XmlText('x'.repeat(1_000_001))])],
  ])('%s', async (fault, write) => {
    expect(await judged(write)).toMatchObject({ fault })
  })

  test('text where blocks belong is none that an editor could show', async () => {
    const ydoc = new Y.Doc()
    ydoc.getText('body').insert(0, 'words')
    expect(await workers.judge([Y.encodeStateAsUpdate(ydoc)])).toMatchObject({ fault: 'schema' })
  })

  test('the deepest text that passes the check passes here', async () => {
    // Settling puts a paragraph into the innermost.
    expect(await judged(nested(62))).toMatchObject({ fault: null, depth: 62 })
    expect(await judged(nested(63))).toMatchObject({ fault: 'too-deep' })
  })
})

describe('limits', () => {
  /**
   * Updates that ask Yjs for more than there is: told of two thousand million structs, each of a
   * few bytes or of none.
   */
  const hugeV1 = Uint8Array.of(1, 255, 255, 255, 255, 7, 1, 0)
  const squeezed = (bytes: Uint8Array) => new Uint8Array(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))
  const endlessV2 = Uint8Array.of(0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 255, 255, 255, 127, 0)

  test.each([
    ['an update with a huge count', (pool: typeof workers) => pool.textOf([hugeV1])],
    ['a snapshot with endless structs', (pool: typeof workers) => pool.compact(squeezed(endlessV2), [])],
    ['a snapshot that is a bomb', (pool: typeof workers) => pool.compact(squeezed(new Uint8Array(80_000_000)), [])],
  ])('%s fails alone, and the next job is done', async (_what, ask) => {
    const pool = startDocumentWorkers({ ...patient, threads: 1, heapMb: 64 })
    const failing = ask(pool)
    const next = pool.textOf([])
    await expect(failing).rejects.toBeInstanceOf(JobFailed)
    expect(await next).toMatchObject({ checked: { ok: true } })
    await pool.close()
  })

  test('a job beyond its time is ended, and its thread replaced', async () => {
    const pool = startDocumentWorkers({ threads: 1, timeoutMs: 200 })
    await expect(pool.compact(null, long.rows)).rejects.toMatchObject({ kind: 'time' })
    expect(await pool.textOf([])).toMatchObject({ checked: { ok: true } })
    await pool.close()
  })

  test('a job beyond its memory is ended, and its thread replaced', async () => {
    const pool = startDocumentWorkers({ ...patient, threads: 1, heapMb: 24 })
    await expect(pool.compact(null, long.rows)).rejects.toMatchObject({ kind: 'memory' })
    expect(await pool.textOf([])).toMatchObject({ checked: { ok: true } })
    await pool.close()
  })

  test('compaction leaves a thread to what somebody waits for', async () => {
    const pool = startDocumentWorkers({ threads: 2 })
    const { rows } = typedDocument(20_000)
    const done: string[] = []
    const all = ['one', 'two', 'three'].map((name) => pool.compact(null, rows).then(() => done.push(name)))
    await pool.seedOf(say('quick')).then(() => done.push('seed'))
    await Promise.all(all)
    expect(done.indexOf('seed')).toBeLessThan(2)
    await pool.close()
  })

  test('a closed pool fails what it had in hand and takes no more', async () => {
    const pool = startDocumentWorkers({ threads: 1 })
    const asked = [pool.compact(null, typedDocument(600).rows), pool.textOf([])].map((job) => job.catch((error: unknown) => error))
    await pool.close()
    expect(await Promise.all(asked)).toMatchObject([{ kind: 'closed' }, { kind: 'closed' }])
    await expect(pool.textOf([])).rejects.toMatchObject({ kind: 'closed' })
  })

  test('a full queue refuses more', async () => {
    const pool = startDocumentWorkers({ threads: 1, maxQueued: 1 })
    const asked = [pool.textOf([]), pool.textOf([])]
    await expect(pool.textOf([])).rejects.toMatchObject({ kind: 'busy' })
    await Promise.all(asked)
    await pool.close()
  })

  test('bytes in a corner of a large buffer are taken without it', async () => {
    const seed = (await workers.seedOf(say('words'))) ?? Uint8Array.of()
    const large = Buffer.concat([Buffer.alloc(1_000_000), seed, Buffer.alloc(1_000_000)])
    expect(await workers.textOf([large.subarray(1_000_000, 1_000_000 + seed.length)])).toMatchObject({ words: 1 })
    expect(large.byteLength).toBe(2_000_000 + seed.length)
  })
})
