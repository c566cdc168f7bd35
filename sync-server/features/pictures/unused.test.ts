import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Picture } from '#shared/pictures/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { dialogueInputs } from '#shared/dialogues/schema.ts'
import { links } from '#shared/links.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { revisions } from '#shared/posts/schema.ts'
import { inlineComments } from '#shared/inline-comments/schema.ts'
import { aComment, anInlineComment, idOf, T0 } from '#shared/testing/factories.ts'
import { fieldsOf, textsIn } from '#shared/testing/text-in-schema.ts'
import type { Core } from '#server/testing/core.ts'
import { documentLog, documentSnapshots } from '#server/documents/tables.ts'
import { aCore } from '#server/testing/core.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import type { Writer } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { textPlaces } from './text-places.ts'
import { unusedPictures } from './unused.ts'
import { keepPicture, letPicturesGo } from './operations.ts'
import { runOperation } from '#server/sync/operations.ts'
import { dayMs } from '#shared/kernel/durations.ts'
let core: Core
let now = T0
let writer: Writer
let erased: string[]
let said: object[]
beforeEach(async () => {
  core = await aCore()
  writer = inProcessWriter(core.store, serverRegistry, { clock: () => now })
  now = T0
  erased = []
  said = []
})

const aPicture = (n: number, changes: Partial<Picture> = {}): Picture => ({
  ...{ id: idOf(n), ownerId: idOf(100), state: 'kept', kind: 'png', width: 40, height: 30, bytes: 1_000, sha256: `sent${n}` },
  ...{ shownSha256: `shown${n}`, at: T0 - 40 * dayMs, removedAt: null, removedById: null },
  ...changes,
})
const put = (...rows: readonly Picture[]) =>
  core.store.write(async ({ tx }) => {
    for (const row of rows) await tx.put(pictures, row)
  })
const rowOf = (n: number) => core.store.read((read) => read.get(pictures, idOf(n)))

const aLooker = () =>
  unusedPictures({
    store: core.store,
    writer,
    now: () => now,
    erase: async ({ id }) => void erased.push(id),
    log: (about) => void said.push(about),
  })

const showing = (n: number): Doc => ({
  type: 'doc',
  content: [{ type: 'figure', content: [{ type: 'image', attrs: { src: links.picture(idOf(n)), alt: 'A boat' } }] }],
})

/**
 * As a device sends it, and as compaction writes it: the address stands deep in a text with much
 * around it.
 */
function documentShowing(n: number): { readonly v1: Uint8Array; readonly v2: Uint8Array } {
  const doc = new Y.Doc()
  const body = doc.getXmlFragment('body')
  const before = new Y.XmlElement('paragraph')
  before.insert(0, [new Y.XmlText('Water comes back. '.repeat(50))])
  const image = new Y.XmlElement('image')
  image.setAttribute('src', links.picture(idOf(n)))
  image.setAttribute('alt', 'A boat')
  body.insert(0, [before, image])
  return { v1: Y.encodeStateAsUpdate(doc), v2: Y.encodeStateAsUpdateV2(doc) }
}

const pack = promisify(brotliCompress)
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

test('each kind of text keeps the picture it shows, and what stands in none goes thirty days after it was last seen', async () => {
  const revision = {
    ...({ id: idOf(50), subjectKind: 'post' } as const),
    ...{ subjectId: idOf(1), postId: idOf(1), n: 1, version: '0.1.0', isDraft: true, title: '' },
    ...{ wordCount: 0, authorId: idOf(100), at: T0 },
  } as const
  const noPlace = { documentId: `post:${idOf(1)}`, userId: idOf(100), at: T0 }
  const packed = base64(await pack(documentShowing(15).v2))
  await core.store.write(async ({ tx }) => {
    await tx.put(revisions, { ...revision, body: showing(10) })
    await tx.put(revisions, { ...revision, id: 'COMMENT:1', subjectKind: 'comment', subjectId: idOf(2), body: showing(11) })
    await tx.put(comments, aComment({ body: showing(12) }))
    await tx.put(inlineComments, anInlineComment({ body: `like ${links.picture(idOf(13))}?` }))
    await tx.put(documentLog, { id: `post:${idOf(1)}:1`, seq: 1, bytes: base64(documentShowing(14).v1), ...noPlace })
    await tx.put(documentSnapshots, {
      ...{
        id: `post:${idOf(1)}:9`,
        documentId: `post:${idOf(1)}`,
        upto: 9,
        bytes: packed,
        sha256: '',
        structs: 1,
        madeAt: T0,
        replacedAt: null,
      },
    })
    await tx.put(dialogueInputs, {
      ...{ id: `${idOf(1)}:${idOf(100)}`, postId: idOf(1), userId: idOf(100), text: `![](${links.picture(idOf(16))})`, changedAt: T0 },
    })
  })
  const shown = [10, 11, 12, 13, 14, 15, 16]
  await put(...shown.map((n) => aPicture(n)), aPicture(20))
  const looker = aLooker()
  await looker.look()
  expect(said).toEqual([{ kept: 8, unused: 1, erased: 0, erasedBytes: 0 }])
  now = T0 + 29 * dayMs
  await looker.look()
  expect(erased).toEqual([])
  now = T0 + 30 * dayMs
  await looker.look()
  expect(erased).toEqual([idOf(20)])
  expect(said.at(-1)).toEqual({ kept: 8, unused: 1, erased: 1, erasedBytes: 1_000 })
  for (const n of shown) expect([n, await rowOf(n)]).toEqual([n, aPicture(n)])
  expect(await rowOf(20)).toMatchObject({ state: 'gone', sha256: '', shownSha256: '', ownerId: idOf(100) })
})

test('a text that shows it again, or a second upload, begins the thirty days anew', async () => {
  await put(aPicture(20), aPicture(21))
  const looker = aLooker()
  await looker.look()
  now = T0 + 20 * dayMs
  await core.store.write(({ tx }) => tx.put(comments, aComment({ body: showing(20) })))
  await runOperation(writer, keepPicture, aPicture(21))
  await looker.look()
  expect([(await rowOf(20))?.unusedSince, (await rowOf(21))?.unusedSince]).toEqual([undefined, T0 + 20 * dayMs])
  await core.store.write(({ tx }) => tx.delete(comments, aComment().id))
  now = T0 + 49 * dayMs
  await looker.look()
  expect(erased).toEqual([])
  now = T0 + 50 * dayMs
  await looker.look()
  expect(erased).toEqual([idOf(21)])
})

test('a text that comes while it looks keeps its picture, though it is let go already', async () => {
  await put(aPicture(20, { unusedSince: T0 - 31 * dayMs }), aPicture(21, { unusedSince: T0 - 31 * dayMs }))
  const looker = unusedPictures({
    store: core.store,
    writer: {
      work: async (name, args) => {
        const answer = await writer.work(name, args)
        // Written between the first look through its table and the moment from which nothing can be
        // published with it.
        if (name === letPicturesGo.name) await core.store.write(({ tx }) => tx.put(comments, aComment({ body: showing(20) })))
        return answer
      },
    },
    now: () => now,
    erase: async ({ id }) => void erased.push(id),
    log: (about) => void said.push(about),
  })
  await looker.look()
  expect([erased, (await rowOf(20))?.state, (await rowOf(20))?.unusedSince]).toEqual([[idOf(21)], 'kept', undefined])
})

test('what goes while a text is looked for lets no other be passed over', async () => {
  const row = (seq: number, document: number) => ({
    ...{ id: `post:${idOf(document)}:${seq}`, documentId: `post:${idOf(document)}`, seq, userId: idOf(100), at: T0 },
    bytes: base64(documentShowing(seq).v1),
  })
  await core.store.write(async ({ tx }) => {
    for (let seq = 1; seq <= 99; seq += 1) await tx.put(documentLog, row(seq, 1))
    for (let seq = 100; seq <= 130; seq += 1) await tx.put(documentLog, row(seq, 2))
  })
  await put(aPicture(99), ...Array.from({ length: 31 }, (_none, n) => aPicture(100 + n)))
  let reads = 0
  const looker = unusedPictures({
    store: {
      read: async (work) => {
        const answer = await core.store.read(work)
        const isLog = Array.isArray(answer) && answer.some((each: object) => 'seq' in each)
        // After the first page of the log a document is made short.
        if (isLog && (reads += 1) === 1)
          await core.store.write(async ({ tx }) => {
            for (const seq of [1, 100]) await tx.delete(documentLog, seq === 1 ? row(1, 1).id : row(100, 2).id)
          })
        return answer
      },
    },
    writer,
    now: () => now,
    erase: async ({ id }) => void erased.push(id),
    log: (about) => void said.push(about),
  })
  await looker.look()
  expect(said).toEqual([{ kept: 32, unused: 0, erased: 0, erasedBytes: 0 }])
})

test('it looks once a day, stops at once, and what a stop has left half erased is finished the next time', async () => {
  await put(aPicture(20, { unusedSince: T0 - 31 * dayMs, state: 'going' }), aPicture(21, { unusedSince: T0 - 31 * dayMs }))
  const stopped = aLooker()
  await stopped.stop()
  await stopped.look()
  expect(erased).toEqual([])
  const looker = aLooker()
  await looker.look()
  await looker.look()
  expect([erased, said.length]).toEqual([[idOf(20), idOf(21)], 1])
  expect([(await rowOf(20))?.state, (await rowOf(21))?.state]).toEqual(['gone', 'gone'])
})

test('what is being erased takes no upload, and afterwards takes one by its owner alone', async () => {
  await put(aPicture(20, { state: 'going' }))
  expect(await runOperation(writer, keepPicture, aPicture(20))).toBe('going')
  await aLooker().look()
  expect(await runOperation(writer, keepPicture, aPicture(20, { ownerId: idOf(101) }))).toBe('taken')
  expect(await runOperation(writer, keepPicture, aPicture(20, { sha256: 'other' }))).toBe('kept')
})

test('many rows under one key are all looked through', async () => {
  await put(...Array.from({ length: 1_100 }, (_none, n) => aPicture(1_000 + n, { sha256: 'same' })))
  await core.store.write(async ({ tx }) => {
    for (let n = 0; n < 450; n += 1) await tx.put(comments, aComment({ id: idOf(5_000 + n), body: showing(1_000 + n) }))
  })
  await aLooker().look()
  expect(said).toEqual([{ kept: 1_100, unused: 650, erased: 0, erasedBytes: 0 }])
})

test('every table that has a text of ours, or a picture’s address, is one in which pictures are looked for', () => {
  const sought = new Set(textPlaces.map(({ table }) => table.name))
  const withTexts = serverRegistry.tables.filter(({ row }) => textsIn(row).length > 0).map(({ name }) => name)
  expect(withTexts).toEqual(expect.arrayContaining(['revisions', 'comments', 'remarks']))
  expect(withTexts.filter((name) => !sought.has(name))).toEqual([])
  // A picture that is chosen stands in a field of its own. The address in a mail is for ending
  // mails, that of an event for joining it.
  const isAddress = (name: string): boolean =>
    name.endsWith('Url') && name !== 'unsubscribeUrl' && name !== 'joinUrl' && name !== 'registerUrl'
  const withAddresses = serverRegistry.tables.filter(({ row }) => fieldsOf(row).some(isAddress)).map(({ name }) => name)
  expect(withAddresses).toEqual(expect.arrayContaining(['sequences', 'spotlights', 'tags']))
  expect(withAddresses.filter((name) => !sought.has(name))).toEqual([])
})
