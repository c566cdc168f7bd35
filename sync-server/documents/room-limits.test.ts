import { createEncoder, toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { encodeAwarenessUpdate } from 'y-protocols/awareness'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { documentLimits } from '#shared/documents/protocol.ts'
import { ada, aDocumentScene, ben } from './testing/document-scene.ts'
import { writeParagraph } from './testing/writer-tab.ts'

function frame(type: number, ...parts: readonly (number | Uint8Array)[]): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, type)
  for (const part of parts) {
    if (typeof part === 'number') writeVarUint(encoder, part)
    else writeVarUint8Array(encoder, part)
  }
  return toUint8Array(encoder)
}

describe('Y8: limits', () => {
  test('a frame above one megabyte is refused and ends the line', async () => {
    const scene = await aDocumentScene()
    const tab = await scene.tab(ada)
    tab.send(new Uint8Array(documentLimits.frameBytes + 1))
    expect([tab.refusals(), tab.closedWith]).toEqual([['too-large'], 'tooLarge'])
  })

  test('a document of four megabytes takes no more, goes on being read, and takes what does not make it larger', async () => {
    const scene = await aDocumentScene()
    const tab = await scene.tab(ada)
    const text = 'x'.repeat(800_000)
    for (let n = 0; n < 6; n += 1) {
      tab.write(text)
      await scene.tick(5_000)
    }
    expect(tab.refusals()).toEqual(['too-large'])
    expect((await scene.text()).split('\n')).toHaveLength(5)
    const other = await scene.tab(ben)
    expect(other.text.length).toBe(5 * 800_000 + 4)
  })

  test('a flood ends the line; what is merely fast is paced, and nothing of it is lost', async () => {
    const scene = await aDocumentScene()
    const fast = await scene.tab(ada)
    for (let n = 0; n < 300; n += 1) fast.write('key')
    await scene.quiet()
    expect([fast.isPaused, fast.closedWith]).toEqual([true, null])
    expect(fast.acked).toBeLessThan(140)
    await scene.tick(10_000)
    expect([fast.isPaused, fast.acked, (await scene.text()).split('\n').length]).toEqual([false, 301, 300])
    const flood = await scene.tab(ben)
    for (let n = 0; n < 2_000; n += 1) flood.write('key')
    await scene.quiet()
    expect([flood.refusals(), flood.closedWith]).toEqual([['flood'], 'flood'])
  })

  test('the whole of a large document is sent to one line six times a minute', async () => {
    const scene = await aDocumentScene()
    const tab = await scene.tab(ada)
    tab.write('x'.repeat(50_000))
    await scene.quiet()
    const step1 = frame(0, 0, Y.encodeStateVector(new Y.Doc()))
    for (let n = 0; n < 6; n += 1) tab.send(step1)
    expect(tab.closedWith).toBeNull()
    tab.send(step1)
    expect(tab.closedWith).toBe('flood')
  })

  test.each([
    ['an empty frame', new Uint8Array(0)],
    ['an unknown type', frame(77)],
    ['an acknowledgement', frame(8, 1, 1)],
    ['a control', frame(9, new TextEncoder().encode('{"t":"rights","level":"own"}'))],
    ['an unknown sync message', frame(0, 3, new Uint8Array(1))],
    ['a cut one', frame(0, 2, new Uint8Array(100)).subarray(0, 50)],
    ['something behind the end', Uint8Array.of(...frame(0, 0, Uint8Array.of(0)), 1)],
    ['a state vector of four billion entries', frame(0, 0, Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f))],
    ['awareness of four billion entries', frame(1, Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f))],
    ['a number of ten bytes', Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80)],
  ])('%s ends the line', async (_what, bytes) => {
    const scene = await aDocumentScene()
    const tab = await scene.tab(ada)
    tab.send(bytes)
    expect(tab.closedWith).toBe('malformed')
  })

  test.each([
    ['seven bytes that claim four billion structs', Uint8Array.of(1, 0xff, 0xff, 0xff, 0xff, 0x0f, 1), 'malformed'],
    ['noise', Uint8Array.from({ length: 1_000 }, (_, at) => (at * 7_919) % 256), 'malformed'],
    ['a node that no text has', schemaBreaking(), 'schema'],
  ])('an update of %s is refused before it is relayed or stored, and the line stays', async (_what, update, code) => {
    const scene = await aDocumentScene()
    const [tab, other] = [await scene.tab(ada), await scene.tab(ben)]
    const heard = other.heard.length
    tab.send(frame(0, 2, update))
    await scene.quiet()
    expect([tab.refusals(), tab.acked, tab.closedWith, other.heard.length]).toEqual([[code], 2, null, heard])
    tab.write('Still here')
    await scene.tick(1_000)
    expect([other.text, await scene.text(), tab.acked]).toEqual(['Still here', 'Still here', 3])
  })
})

function schemaBreaking(): Uint8Array {
  const doc = new Y.Doc()
  doc.getXmlFragment('body').insert(0, [new Y.XmlElement('script')])
  return Y.encodeStateAsUpdate(doc)
}

describe('slow readers', () => {
  test('who does not keep up is passed over, and gets all of it as one difference when the line drains', async () => {
    const scene = await aDocumentScene()
    const [tab, slow] = [await scene.tab(ada), await scene.tab(ben)]
    tab.write('Seen')
    await scene.quiet()
    slow.buffered = 2_000_000
    const heard = slow.heard.length
    for (let n = 0; n < 20; n += 1) tab.write(`Missed ${n}`)
    await scene.tick(2_000)
    expect([slow.text, slow.heard.length, scene.rooms.counts().lagging]).toEqual(['Seen', heard, 1])
    slow.buffered = 0
    await scene.tick(1_000)
    expect([slow.text, slow.heard.slice(heard).filter((type) => type === 0).length]).toEqual([tab.text, 1])
    tab.write('Live again')
    await scene.quiet()
    expect(slow.text).toBe(tab.text)
  })

  test('who does not keep up for ten seconds, or has eight megabytes waiting, is let go', async () => {
    const scene = await aDocumentScene()
    const [tab, slow, drowned] = [await scene.tab(ada), await scene.tab(ben), await scene.tab(ben)]
    slow.buffered = 2_000_000
    drowned.buffered = 9_000_000
    tab.write('x')
    await scene.tick(2_000)
    expect([slow.closedWith, drowned.closedWith]).toEqual([null, 'slow'])
    await scene.tick(10_000)
    expect([slow.closedWith, tab.closedWith]).toEqual(['slow', null])
  })
})

describe('Y9: awareness', () => {
  test('the identity is the server’s, whatever is claimed, and only what is known goes out', async () => {
    const scene = await aDocumentScene()
    const [tab, other] = [await scene.tab(ada), await scene.tab(ben)]
    tab.show({ user: { name: 'Ben', userId: ben, color: '#aabbcc', extra: 1 }, cursor: { anchor: 1, head: 2 }, token: 'x' })
    await scene.tick(200)
    expect(other.states()).toEqual([
      { user: { userId: ada, name: 'Member 100', slug: 'member-100', color: '#aabbcc' }, cursor: { anchor: 1, head: 2 } },
    ])
    tab.show({ user: { color: 'url(javascript:1)' } })
    await scene.tick(200)
    expect(other.states()).toEqual([{ user: { userId: ada, name: 'Member 100', slug: 'member-100' } }])
  })

  test('a line speaks for one client id, and not for one that another account speaks for', async () => {
    const scene = await aDocumentScene()
    const [tab, other] = [await scene.tab(ada), await scene.tab(ben)]
    tab.show({ cursor: 1 })
    await scene.tick(200)
    const foreign = other.awareness
    foreign.states.set(tab.doc.clientID, { cursor: 'stolen' })
    foreign.meta.set(tab.doc.clientID, { clock: 99, lastUpdated: 0 })
    other.send(frame(1, encodeAwarenessUpdate(foreign, [tab.doc.clientID])))
    other.show({ cursor: 2 })
    await scene.tick(200)
    const third = await scene.tab(ada)
    expect(
      third
        .states()
        .map((state) => (state as { cursor: unknown }).cursor)
        .toSorted(),
    ).toEqual([1, 2])
  })

  test('above two kilobytes it is refused; above five a second only the newest goes out; a flood ends the line', async () => {
    const scene = await aDocumentScene()
    const [tab, other] = [await scene.tab(ada), await scene.tab(ben)]
    tab.show({ cursor: 'x'.repeat(3_000) })
    expect(tab.refusals()).toEqual(['too-large'])
    const heard = other.heard.length
    for (let n = 0; n < 100; n += 1) {
      tab.show({ cursor: n })
      await scene.tick(20)
    }
    await scene.tick(200)
    expect(other.states()).toMatchObject([{ cursor: 99 }])
    expect(other.heard.length - heard).toBeLessThanOrEqual(11)
    for (let n = 0; n < 600 && tab.closedWith === null; n += 1) tab.show({ cursor: n })
    expect(tab.closedWith).toBe('flood')
  })

  test('who leaves, is silent for thirty seconds, or may not write any more is gone for the others; who comes back is seen at once', async () => {
    const scene = await aDocumentScene()
    const [tab, other] = [await scene.tab(ada), await scene.tab(ben)]
    tab.show({ cursor: 1 })
    await scene.tick(200)
    expect(other.states()).toHaveLength(1)
    tab.leave()
    await scene.tick(200)
    expect(other.states()).toHaveLength(0)
    await tab.enter(scene.rooms, tab.peer === null ? (other.peer?.room.name ?? '') : '', ada, 1)
    // The same clock as before: it has nothing new to say.
    tab.send(frame(1, encodeAwarenessUpdate(tab.awareness, [tab.doc.clientID])))
    await scene.tick(200)
    expect(other.states()).toHaveLength(1)
    await scene.tick(32_000)
    expect(other.states()).toHaveLength(0)
  })

  test('who may only read neither sees nor is seen', async () => {
    const scene = await aDocumentScene()
    const tab = await scene.tab(ada)
    tab.show({ cursor: 1 })
    await scene.change({ rejectedReason: 'no', status: 'published' })
    const reader = await scene.tab(ben)
    reader.show({ cursor: 2 })
    reader.send(frame(3))
    await scene.tick(200)
    expect([reader.states(), tab.states()]).toEqual([[], []])
  })

  test('a line on which nothing happens is kept alive, since stock providers give up on it after thirty seconds', async () => {
    const scene = await aDocumentScene()
    const tab = await scene.tab(ada)
    const heard = tab.heard.length
    await scene.tick(60_000)
    expect(tab.heard.length - heard).toBeGreaterThanOrEqual(4)
    expect(new Set(tab.heard.slice(heard))).toEqual(new Set([1]))
  })
})

test('a copy that was written to offline is taken whole when it comes', async () => {
  const scene = await aDocumentScene()
  const offline = new Y.Doc()
  for (let n = 0; n < 1_000; n += 1) writeParagraph(offline, `Offline ${n}`)
  const tab = await scene.tab(ada, { doc: offline })
  await scene.quiet()
  expect([tab.acked, (await scene.text()).split('\n').length]).toEqual([1, 1_000])
})
