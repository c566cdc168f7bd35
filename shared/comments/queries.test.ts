import { describe, expect, test } from 'vitest'
import { T0, aComment, aPost, idOf } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { unknownMember } from '../accounts/queries.ts'
import { posts } from '../posts/schema.ts'
import { tallies } from '../votes/schema.ts'
import type { Comment } from './schema.ts'
import { comments } from './schema.ts'
import { answeredComments, emptyTally, parentsOf, recentCommentsOf, discussionOfAll } from './queries.ts'
import { hourMs } from '../kernel/durations.ts'
const draftPost = aPost({ id: idOf(2), slug: 'draft', status: 'draft' })

async function filled(rows: readonly (readonly [Comment, number])[]) {
  const tx = memoryTransaction()
  await tx.put(posts, aPost())
  await tx.put(posts, draftPost)
  for (const [comment, baseScore] of rows) {
    await tx.put(comments, comment)
    await tx.put(tallies, { ...emptyTally('comment', comment.id, comment.postId), baseScore })
  }
  return tx
}
const at = (n: number, changes: Partial<Comment> = {}) => aComment({ id: idOf(n), postedAt: T0 + n * hourMs, ...changes })
const ids = (rows: readonly { readonly comment: Comment }[]) => rows.map(({ comment }) => comment.id)

describe('comments of the whole site', () => {
  test('come newest first, without those below the lowest score', async () => {
    const tx = await filled([
      [at(10), 5],
      [at(11), 0],
      [at(12), 1],
    ])
    const { rows, hasMore } = await discussionOfAll(tx, { order: 'latest', minKarma: 1, limit: 10, now: T0 + 20 * hourMs })
    expect(ids(rows)).toEqual([idOf(12), idOf(10)])
    expect(hasMore).toBe(false)
  })

  test('removed ones, those that wait for review, and those under posts that are not public are left out', async () => {
    const tx = await filled([
      [at(10, { removedBy: 'author' }), 9],
      [at(11, { awaitsReview: true }), 9],
      [at(12, { postId: draftPost.id }), 9],
      [at(13), 9],
    ])
    expect(ids((await discussionOfAll(tx, { order: 'latest', minKarma: 1, limit: 10, now: T0 })).rows)).toEqual([idOf(13)])
  })

  test('with "magic" an old comment of a high score stands before a young one of a low score', async () => {
    const tx = await filled([
      [at(10), 100],
      [at(14), 1],
    ])
    const now = T0 + 15 * hourMs
    expect(ids((await discussionOfAll(tx, { order: 'magic', minKarma: 1, limit: 10, now })).rows)).toEqual([idOf(10), idOf(14)])
  })

  test('there are more when more than the limit fit, however many were passed over on the way', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => [at(100 + n), n % 10 === 0 ? 3 : 0] as const)
    const tx = await filled(rows)
    const first = await discussionOfAll(tx, { order: 'latest', minKarma: 1, limit: 40, now: T0 })
    expect(first.rows).toHaveLength(40)
    expect(first.hasMore).toBe(true)
    expect((await discussionOfAll(tx, { order: 'latest', minKarma: 1, limit: 60, now: T0 })).hasMore).toBe(false)
  })
})

test('a member’s comments come newest first, each with its direct answers, oldest first', async () => {
  const mine = idOf(200)
  const tx = await filled([
    [at(10, { authorId: mine }), 1],
    [at(11, { authorId: mine }), 1],
    [at(12, { authorId: idOf(201), parentId: idOf(10) }), 1],
    [at(13, { authorId: idOf(202), parentId: idOf(10) }), 1],
    [at(14, { authorId: idOf(202), parentId: idOf(12) }), 1],
    [at(15, { authorId: idOf(202), parentId: idOf(10), removedBy: 'author' }), 1],
  ])
  const { rows, hasMore } = await answeredComments(tx, mine, 50)
  expect(ids(rows)).toEqual([idOf(11), idOf(10)])
  expect(ids(rows[1]?.replies ?? [])).toEqual([idOf(12), idOf(13)])
  expect(hasMore).toBe(false)
})

test('what is answered is found once for all its answers', async () => {
  const tx = await filled([[at(10), 1]])
  const answers = [11, 12].map((n) => ({
    comment: at(n, { parentId: idOf(10) }),
    author: unknownMember,
    tally: emptyTally('comment', idOf(n), idOf(1)),
  }))
  const parents = await parentsOf(tx, answers)
  expect([...parents.keys()]).toEqual([idOf(10)])
})

test('what a member pinned stands first among their comments, once, unless it was removed', async () => {
  const mine = { authorId: idOf(300) }
  const tx = await filled([
    [at(10, { ...mine, isPinnedOnProfile: true }), 1],
    [at(11, { ...mine, isPinnedOnProfile: true, removedBy: 'author' }), 1],
    [at(12, mine), 1],
    [at(13, { ...mine, isPinnedOnProfile: true }), 1],
    [at(14, mine), 1],
    [at(15, { authorId: idOf(301), isPinnedOnProfile: true }), 1],
  ])
  expect(ids(await recentCommentsOf(tx, idOf(300), 3))).toEqual([idOf(13), idOf(10), idOf(14)])
})
