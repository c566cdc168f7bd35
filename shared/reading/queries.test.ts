import { expect, test } from 'vitest'
import { comments } from '../comments/schema.ts'
import { posts } from '../posts/schema.ts'
import { T0, aComment, aPost, idOf } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { voteId, votes } from '../votes/schema.ts'
import type { Vote } from '../votes/schema.ts'
import { readBy, savedBy, votedOnBy } from './queries.ts'
import { bookmarkId, bookmarks, readMarkId, readMarks } from './schema.ts'

const me = idOf(100)
const saved = (targetId: string, changedAt: number, isSaved = true, targetKind: 'post' | 'comment' = 'post') => ({
  id: bookmarkId(me, targetId),
  userId: me,
  targetKind,
  targetId,
  postId: targetKind === 'post' ? targetId : idOf(1),
  isSaved,
  changedAt,
})
const vote = (targetId: string, at: number, changes: Partial<Vote> = {}): Vote => {
  const axis = changes.axis ?? 'approval'
  const id = voteId(me, targetId, axis)
  return { id, userId: me, targetKind: 'post', targetId, axis, value: 1, power: 1, tallied: 1, isSelf: false, at, ...changes }
}

test('what was saved comes last toggled first; what was taken off the list is left out', async () => {
  const tx = memoryTransaction()
  await tx.put(posts, aPost())
  await tx.put(comments, aComment())
  await tx.put(bookmarks, saved(idOf(1), T0))
  await tx.put(bookmarks, saved(idOf(10), T0 + 1, true, 'comment'))
  await tx.put(bookmarks, saved(idOf(3), T0 + 2, false))
  const { items, hasMore } = await savedBy(tx, me, 20)
  expect(items.map(({ targetId }) => targetId)).toEqual([idOf(10), idOf(1)])
  expect(items[0]).toMatchObject({ post: { id: idOf(1) }, comment: { id: idOf(10) } })
  expect(hasMore).toBe(false)
})

test('a post that is not at hand leaves its place in the list', async () => {
  const tx = memoryTransaction()
  await tx.put(bookmarks, saved(idOf(1), T0))
  expect((await savedBy(tx, me, 20)).items).toMatchObject([{ targetId: idOf(1), post: undefined }])
})

test('what was marked as unread is not among what was read', async () => {
  const tx = memoryTransaction()
  for (const n of [1, 2, 3]) {
    await tx.put(readMarks, { id: readMarkId(me, idOf(n)), userId: me, postId: idOf(n), isRead: n !== 2, seenUpTo: 0, readAt: T0 + n })
  }
  const { items, hasMore } = await readBy(tx, me, 1)
  expect(items.map(({ postId }) => postId)).toEqual([idOf(3)])
  expect(hasMore).toBe(true)
})

test('votes taken back, and the vote that writing casts by itself, are no history', async () => {
  const tx = memoryTransaction()
  await tx.put(posts, aPost())
  await tx.put(comments, aComment())
  await tx.put(votes, vote(idOf(1), T0, { value: 2 }))
  await tx.put(votes, vote(idOf(5), T0 + 1, { value: 0 }))
  await tx.put(votes, vote(idOf(6), T0 + 2, { isSelf: true }))
  await tx.put(votes, vote(idOf(10), T0 + 3, { targetKind: 'comment', axis: 'agreement', value: -1 }))
  const { items } = await votedOnBy(tx, me, 30)
  expect(items.map(({ targetId }) => targetId)).toEqual([idOf(10), idOf(1)])
  expect(items[0]?.post?.id).toBe(idOf(1))
})
