import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { UpdateBytes } from './document-state.ts'
import type { DocumentWorkerPool } from './workers/pool.ts'
import { keepSettled } from '#server/document-rooms.ts'
import { encodeStateVector } from '#shared/documents/inspect-vector.ts'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import { maxStoredBytes } from './document-state.ts'
import { toBase64 } from './encoded.ts'
import { rewriteDocument } from './rewrite.ts'
import { documentLog, documents, documentSnapshots } from './tables.ts'
import { ada, aDocumentScene, ben, DocumentScene, postId, room } from './testing/document-scene.ts'
import { idleWorkers } from './testing/document-site.ts'
import { updateBytes } from './update-bytes.ts'
import { startDocumentWorkers } from './workers/pool.ts'

let workers: DocumentWorkerPool
beforeAll(() => void (workers = startDocumentWorkers({ threads: 1 })))
afterAll(() => workers.close())

const large = (n: number): string => `${n} ${'word '.repeat(20_000)}`
const rows = (scene: DocumentScene) =>
  scene.core.store.read((read) =>
    read.list(defineQuery({ table: documentLog, index: ['documentId', 'seq'], equals: [room], order: 'ascending', limit: 1_000 })),
  )
const snapshots = (scene: DocumentScene) =>
  scene.core.store.read((read) =>
    read.list(defineQuery({ table: documentSnapshots, index: ['documentId', 'upto'], equals: [room], order: 'ascending', limit: 100 })),
  )

/** Waits for work in another thread, which no turn of this loop sees through. */
async function until(scene: DocumentScene, isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await scene.quiet()
}

/** As another process finds it. */
async function readAgain(scene: DocumentScene): Promise<string> {
  const tab = await new DocumentScene(scene.core, { workers }).tab(ada)
  await until(scene, () => tab.peer !== null && tab.heard.length > 2)
  return tab.text
}

test('Y3: a log of 256 kB becomes a snapshot, and the document is the same to everyone', async () => {
  const scene = await aDocumentScene({ workers: { ...workers, seedOf: async () => null } })
  const tab = await scene.tab(ada)
  for (let n = 1; n <= 3; n += 1) {
    tab.write(large(n))
    await scene.tick(1_000)
  }
  await until(scene, () => scene.rooms.metrics.compactions === 1)
  expect(await rows(scene)).toEqual([])
  expect(await scene.stored()).toMatchObject({ nextSeq: 4, snapshotSeq: 3, logRows: 0, logBytes: 0 })
  const [snapshot] = await snapshots(scene)
  expect(snapshot?.bytes.length).toBeLessThan(10_000)
  expect(await readAgain(scene)).toBe(tab.text)
  // What was open goes on, and what comes after stands after it.
  tab.write('After')
  await scene.quiet()
  expect((await rows(scene)).map(({ seq }) => seq)).toEqual([4])
  expect(await readAgain(scene)).toBe(tab.text)
})

test('Y4: a snapshot that cannot be read ends the conversation of who deletes in it, and nothing else', async () => {
  const scene = await aDocumentScene({ workers: { ...workers, seedOf: async () => null } })
  const tab = await scene.tab(ada)
  for (let n = 1; n <= 3; n += 1) {
    tab.write(large(n))
    await scene.tick(1_000)
  }
  await until(scene, () => scene.rooms.metrics.compactions === 1)
  const inspect: UpdateBytes['inspect'] = (update, kind, most) =>
    most === maxStoredBytes ? { refused: 'schema' } : updateBytes.inspect(update, kind, most)
  const other = new DocumentScene(scene.core, { workers, bytes: async () => ({ ...updateBytes, inspect }) })
  const [first, second] = [await other.tab(ada), await other.tab(ben)]
  await until(other, () => second.text === tab.text)
  for (let n = 0; n < 2; n += 1) first.doc.getXmlFragment(bodyFragment).delete(0, 1)
  await other.quiet()
  expect([first.closedWith, second.closedWith]).toEqual(['load', null])
  second.write('Goes on')
  await other.quiet()
  expect([second.refusals(), (await other.stored())?.nextSeq]).toEqual([[], 5])
})

test('Y3: a snapshot that does not reach as far as the row of its document says takes nothing away', async () => {
  const scene = await aDocumentScene({ workers: { ...workers, seedOf: async () => null } })
  const tab = await scene.tab(ada)
  tab.write('First')
  await scene.quiet()
  const further = toBase64(encodeStateVector(new Map([[tab.doc.clientID, 1_000]])))
  await scene.core.store.write(async ({ tx }) => {
    const document = await tx.get(documents, room)
    if (document !== undefined) await tx.put(documents, { ...document, stateVector: further })
  })
  tab.leave()
  await scene.tick(40_000)
  await until(scene, () => scene.rooms.metrics.failedCompactions === 1)
  expect([await rows(scene), await snapshots(scene)]).toEqual([[expect.objectContaining({ seq: 1 })], []])
})

test('Y3: what is stored while a snapshot is made stays in the log', async () => {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const scene = await aDocumentScene({
    workers: {
      ...workers,
      seedOf: async () => null,
      async compact(snapshot, updates) {
        begun.resolve()
        await held.promise
        return workers.compact(snapshot, updates)
      },
    },
  })
  const tab = await scene.tab(ada)
  for (let n = 1; n <= 3; n += 1) {
    tab.write(large(n))
    await scene.tick(1_000)
  }
  await begun.promise
  tab.write('Meanwhile')
  await scene.quiet()
  held.resolve()
  await until(scene, () => scene.rooms.metrics.compactions === 1)
  expect((await rows(scene)).map(({ seq }) => seq)).toEqual([4])
  expect(await scene.stored()).toMatchObject({ snapshotSeq: 3, logRows: 1 })
  expect(await readAgain(scene)).toBe(tab.text)
})

test('Y3: a snapshot that cannot be made leaves the log as it is; a damaged one is not served', async () => {
  const scene = await aDocumentScene({
    workers: { ...workers, seedOf: async () => null, compact: () => Promise.reject(new Error('no memory')) },
  })
  const tab = await scene.tab(ada)
  for (let n = 1; n <= 4; n += 1) {
    tab.write(large(n))
    await scene.tick(1_000)
  }
  expect([(await rows(scene)).length, scene.rooms.metrics.failedCompactions, scene.logged.length]).toEqual([4, 1, 1])
  const other = new DocumentScene(scene.core, { workers })
  const again = await other.tab(ada)
  again.write('Operations')
  await until(scene, () => other.rooms.metrics.compactions === 1)
  const [snapshot] = await snapshots(scene)
  await scene.core.store.write(async ({ tx }) => {
    if (snapshot !== undefined) await tx.put(documentSnapshots, { ...snapshot, bytes: `AAAA${snapshot.bytes.slice(4)}` })
  })
  const third = new DocumentScene(scene.core, { workers })
  const refused = await third.tab(ada)
  await until(scene, () => refused.closedWith !== null)
  expect(refused.closedWith).toBe('load')
})

test('when nobody is left the log is made short, the snapshot before is kept for seven days, and an open room of another process goes on', async () => {
  const scene = await aDocumentScene({ workers: { ...workers, seedOf: async () => null } })
  const other = new DocumentScene(scene.core, { workers: { ...workers, seedOf: async () => null } })
  const there = await other.tab(ben)
  for (const text of ['First', 'Second']) {
    const tab = await scene.tab(ada)
    await until(scene, () => tab.peer !== null)
    tab.write(text)
    await scene.quiet()
    tab.leave()
    await scene.tick(40_000)
    await until(scene, () => scene.rooms.counts().open === 0)
  }
  const kept = await snapshots(scene)
  expect(kept.map(({ upto, replacedAt }) => [upto, replacedAt !== null])).toEqual([
    [1, true],
    [2, false],
  ])
  // It has not read a single row of them.
  await other.tick(2_000)
  await until(scene, () => there.text === 'First\nSecond')
  there.write('Third')
  await other.quiet()
  expect(await readAgain(scene)).toBe('First\nSecond\nThird')
})

test('Y7: a post’s text is where its document begins, and nothing of it is written again', async () => {
  const scene = await aDocumentScene({ workers })
  const tab = await scene.tab(ada)
  await until(scene, () => tab.text !== '')
  expect(tab.text).toBe('Water comes back.')
  expect(await scene.stored()).toMatchObject({ nextSeq: 2 })
})

test('what came to rest becomes the newest revision, by whoever wrote last', async () => {
  const { core } = await aDocumentScene()
  const scene = new DocumentScene(core, { workers, settled: keepSettled(core.writer, workers) })
  const tab = await scene.tab(ben)
  await until(scene, () => tab.text !== '')
  tab.write('And goes.')
  await scene.quiet()
  tab.leave()
  await scene.tick(7_000)
  const latest = () =>
    core.store.read(async (read) => {
      const post = await read.get(posts, postId)
      return post === undefined ? undefined : read.get(revisions, post.latestRevisionId)
    })
  await until(scene, async () => (await latest())?.n === 2)
  const revision = await latest()
  expect(revision).toMatchObject({ isDraft: true, isAuto: true, authorId: ben })
  expect(JSON.stringify(revision?.body)).toContain('And goes.')
})

test('a text that was written without the document comes into it by a change forward, and what others write meanwhile stays', async () => {
  const scene = await aDocumentScene({ workers })
  const tab = await scene.tab(ada)
  await until(scene, () => tab.text !== '')
  tab.write('Typed in the editor')
  await scene.quiet()
  expect(await rewriteDocument(scene.rooms, { room, userId: ben, body: paragraph('From the form') })).toBeNull()
  await scene.tick(1_000)
  expect(tab.text).toBe('From the form')
  tab.write('And on')
  await scene.quiet()
  expect(await readAgain(scene)).toBe('From the form\nAnd on')
  expect(await rewriteDocument(scene.rooms, { room, userId: ben, body: paragraph('x') })).toBeNull()
  await scene.change({ coauthorIds: [] })
  expect(await rewriteDocument(scene.rooms, { room, userId: ben, body: paragraph('y') })).toBe('not-allowed')
})

test('a change that was made from what a document said leaves what was written in it since', async () => {
  const scene = await aDocumentScene({ workers })
  const tab = await scene.tab(ada)
  await until(scene, () => tab.text !== '')
  const base = (await scene.rooms.room(room))?.state.whole() ?? null
  tab.write('Typed meanwhile')
  await scene.quiet()
  expect(await rewriteDocument(scene.rooms, { room, userId: ben, body: paragraph('From outside'), base })).toBeNull()
  await scene.tick(1_000)
  expect(tab.text).toContain('From outside')
  expect(tab.text).toContain('Typed meanwhile')
})

test('a document that was deleted from for long is small again once its log was made short', async () => {
  const scene = await aDocumentScene({ workers: { ...idleWorkers, compact: workers.compact, unpack: workers.unpack } })
  const tab = await scene.tab(ada)
  for (let n = 0; n < 3; n += 1) {
    tab.write(large(n))
    await scene.tick(1_000)
    tab.doc.getXmlFragment('body').delete(0, 1)
    await scene.tick(1_000)
  }
  await until(scene, () => scene.rooms.metrics.compactions > 0)
  tab.leave()
  await scene.tick(40_000)
  await until(scene, () => scene.rooms.counts().open === 0)
  const again = await scene.tab(ada)
  await until(scene, () => again.peer !== null)
  expect(scene.rooms.counts().bytes).toBeLessThan(1_000)
  expect(Y.encodeStateAsUpdate(again.doc).length).toBeLessThan(1_000)
})

test('a text that a crash left unsettled becomes a revision when the server starts again', async () => {
  const { core } = await aDocumentScene()
  const before = new DocumentScene(core, { workers })
  const tab = await before.tab(ben)
  await until(before, () => tab.text !== '')
  tab.write('Just before the crash')
  await before.quiet()
  const settled: string[] = []
  // A revision of an earlier time.
  await core.store.write(async ({ tx }) => {
    const revision = await tx.get(revisions, idOf(2))
    if (revision !== undefined) await tx.put(revisions, { ...revision, at: revision.at - 1 })
  })
  const after = new DocumentScene(core, { workers, settled: async (id, _whole, by) => void settled.push(`${id} ${by}`) })
  after.clock.now += 10_000
  await after.rooms.recover()
  await after.tick(10_000)
  expect(settled).toEqual([`${postId} ${ben}`])
  await after.tick(60_000)
  await until(after, () => after.rooms.counts().open === 0)
  expect(settled).toHaveLength(1)
})
