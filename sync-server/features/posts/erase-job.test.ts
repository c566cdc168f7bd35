import { beforeEach, expect, test } from 'vitest'
import type { Row, Table } from '#shared/kernel/table.ts'
import { comments } from '#shared/comments/schema.ts'
import { dialogueInputs } from '#shared/dialogues/schema.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { authorshipId } from '#shared/posts/queries.ts'
import { binnedForMs } from '#shared/posts/rules.ts'
import { authorships, posts, revisions, writings } from '#shared/posts/schema.ts'
import { glossaryTerms, termVersions } from '#shared/glossary/schema.ts'
import { inlineComments } from '#shared/inline-comments/schema.ts'
import { aComment, anInlineComment, aTag, aTerm, idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { tags } from '#shared/wiki/schema.ts'
import { documentClients, documentLog, documents, documentSnapshots } from '#server/documents/tables.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import type { Writer } from '#server/sync/writer.ts'
import { runOperation } from '#server/sync/operations.ts'
import type { Core } from '#server/testing/core.ts'
import { aCore } from '#server/testing/core.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { eraseBinned } from './erase-job.ts'
import { beginErasures, eraseMore, erasures } from './erase-operations.ts'

const id = idOf(1)
const room = postRoom(id)
const erasedAfterMs = 3 * binnedForMs
let core: Core
let writer: Writer
let now = T0
let userId: string
beforeEach(async () => {
  core = await aCore()
  now = T0
  writer = inProcessWriter(core.store, serverRegistry, { clock: () => now })
  userId = await core.join(7)
  await core.must({ name: 'posts.create', args: { id, revisionId: idOf(5), kind: 'post', lang: 'en' }, userId })
})

const never = new AbortController().signal
const erase = (isStopping = never) => eraseBinned({ store: core.store, writer }, now, isStopping)
const has = async (table: unknown, rowId: string): Promise<boolean> =>
  // Only asked whether it is there.
  (await core.store.read((read) => read.get(table as Table<Row>, rowId))) !== undefined

async function aDocument(rows: number): Promise<void> {
  await core.store.write(async ({ tx }) => {
    const counts = { nextSeq: rows + 2, snapshotSeq: 1, logRows: rows, logBytes: 9 }
    await tx.put(documents, { id: room, epoch: 1, format: 2, stateVector: 'AA==', createdAt: T0, changedAt: T0, ...counts })
    const snapshot = { id: `${room}:1`, documentId: room, upto: 1, bytes: '', sha256: '', structs: 0, madeAt: T0, replacedAt: null }
    await tx.put(documentSnapshots, snapshot)
    await tx.put(documentClients, { id: `${room}:9`, documentId: room, clientId: 9, userId, firstSeq: 1 })
    for (let seq = 2; seq < rows + 2; seq += 1)
      await tx.put(documentLog, { id: `${room}:${seq}`, documentId: room, seq, userId, at: T0, bytes: 'AAA=' })
  })
}

test('a draft goes with all that hangs on it, ninety days after it was put away and not before', async () => {
  await aDocument(450)
  await core.store.write(async ({ tx }) => {
    await tx.put(inlineComments, anInlineComment({ postId: id }))
    await tx.put(glossaryTerms, aTerm({ postId: id }))
    const version = { id: `${aTerm().id}:1`, termId: aTerm().id, postId: id, n: 1, term: 'neap', altTerms: [] }
    await tx.put(termVersions, { ...version, body: paragraph('Small.'), at: T0, byId: userId })
    await tx.put(dialogueInputs, { id: `${id}:${userId}`, postId: id, userId, text: 'I was about to', changedAt: T0 })
    await tx.put(comments, aComment({ id: idOf(30), postId: id, message: 'held' }))
    await tx.put(tags, aTag({ id, state: 'draft', slug: null }))
  })
  const parts: readonly (readonly [unknown, string])[] = [
    ...[[posts, id] as const, [writings, id] as const, [revisions, idOf(5)] as const, [authorships, authorshipId(userId, id)] as const],
    ...[[inlineComments, anInlineComment().id] as const, [dialogueInputs, `${id}:${userId}`] as const, [comments, idOf(30)] as const],
    ...[[documents, room] as const, [documentSnapshots, `${room}:1`] as const, [documentLog, `${room}:451`] as const],
    [documentClients, `${room}:9`],
    [tags, id],
    ...[[glossaryTerms, aTerm().id] as const, [termVersions, `${aTerm().id}:1`] as const],
  ]
  const there = async () => (await Promise.all(parts.map(([table, rowId]) => has(table, rowId)))).filter(Boolean).length
  await core.must({ name: 'posts.archive', args: { id }, userId })
  now = T0 + erasedAfterMs - 1
  expect([await erase(), await there()]).toEqual([0, parts.length])
  now = T0 + erasedAfterMs
  expect([await erase(), await there(), await has(erasures, id)]).toEqual([1, 0, false])
  expect(await erase()).toBe(0)
})

test('what was had back in time, and what was ever public, stays', async () => {
  const published = idOf(2)
  await core.must({
    name: 'posts.publish',
    args: { ...publishArgs({ id: published, revisionId: idOf(6) }), body: paragraph('Read.') },
    userId,
  })
  await core.must({ name: 'posts.unpublish', args: { id: published }, userId })
  for (const each of [id, published]) await core.must({ name: 'posts.archive', args: { id: each }, userId })
  await writer.apply({ name: 'posts.restore', args: { id }, userId, source: 'member', now: T0 + binnedForMs + 1 })
  now = T0 + 2 * erasedAfterMs
  expect([await erase(), await has(posts, id), await has(posts, published)]).toEqual([0, true, true])
})

test('one that was begun when the server stopped is finished the next time, and cannot be had back', async () => {
  await aDocument(10)
  await core.must({ name: 'posts.archive', args: { id }, userId })
  now = T0 + erasedAfterMs
  await runOperation(writer, beginErasures, [id])
  expect([await has(posts, id), await has(documents, room), await has(documentLog, `${room}:2`)]).toEqual([false, false, true])
  const refused = await writer.apply({ name: 'posts.restore', args: { id }, userId, source: 'member' })
  expect(refused).toMatchObject({ kind: 'rejected', error: { code: 'not-found' } })
  await erase()
  expect([await has(documentLog, `${room}:2`), await has(erasures, id)]).toEqual([false, false])
})

test('a stop ends it with the step under way, however much is left, and the next time finishes it', async () => {
  await aDocument(450)
  await core.must({ name: 'posts.archive', args: { id }, userId })
  now = T0 + erasedAfterMs
  const stopping = new AbortController()
  let steps = 0
  const slow: Pick<Writer, 'work'> = {
    async work(name, args) {
      const done = await writer.work(name, args)
      if (name === eraseMore.name && (steps += 1) === 2) stopping.abort()
      return done
    },
  }
  expect(await eraseBinned({ store: core.store, writer: slow }, now, stopping.signal)).toBe(1)
  expect([steps, await has(erasures, id), await has(documentLog, `${room}:451`)]).toEqual([2, true, true])
  // Nothing new is begun after it.
  expect(await erase(stopping.signal)).toBe(0)
  await erase()
  expect([await has(documentLog, `${room}:451`), await has(erasures, id)]).toEqual([false, false])
})
