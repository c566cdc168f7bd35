import { expect, test } from 'vitest'
import { emptyTally } from '../comments/queries.ts'
import { comments } from '../comments/schema.ts'
import { posts } from '../posts/schema.ts'
import { aComment, aPost, idOf, namedTags } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { tallies } from '../votes/schema.ts'
import { wikiEdits } from '../wiki/schema.ts'
import type { WorkKind } from './by-member.ts'
import { chartOf, worksOf } from './by-member.ts'
import { listingsOfPost } from './listings-of-post.ts'
import { listings } from './schema.ts'

const author = idOf(100)
const at = (month: number, day = 1) => Date.UTC(2026, month, day)

async function site() {
  const tx = memoryTransaction()
  const post = aPost({ id: idOf(1), authorId: author, publishedAt: at(1) })
  const tally = { ...emptyTally('post', post.id, post.id), baseScore: 30 }
  await tx.put(posts, post)
  await tx.put(tallies, tally)
  for (const listing of listingsOfPost(post, tally, at(5), namedTags(post))) await tx.put(listings, listing)
  for (const [n, karma] of [5, 50, -3].entries()) {
    const id = idOf(10 + n)
    await tx.put(comments, aComment({ id, authorId: author, postedAt: at(2, 1 + n), ...(n === 2 ? { isQuickTake: true } : {}) }))
    await tx.put(tallies, { ...emptyTally('comment', id, post.id), baseScore: karma })
  }
  await tx.put(comments, aComment({ id: idOf(20), authorId: author, postedAt: at(4), removedBy: 'author' }))
  for (const [n, karma] of [40, 0].entries()) {
    await tx.put(wikiEdits, { id: idOf(30 + n), postId: idOf(2), authorId: author, at: at(3, 1 + n) })
    await tx.put(tallies, { ...emptyTally('revision', idOf(30 + n), idOf(2)), baseScore: karma })
  }
  return tx
}

const shown = async (kind: WorkKind, sort: 'recent' | 'top', limit = 20) => {
  const { works, hasMore } = await worksOf(await site(), author, { kind, sort, limit })
  return [works.map((work) => `${work.kind} ${work.karma}`), hasMore]
}

test('everything by date or by karma, removed words left out', async () => {
  expect(await shown('all', 'recent')).toEqual([['edit 0', 'edit 40', 'take -3', 'comment 50', 'comment 5', 'post 30'], false])
  expect(await shown('all', 'top')).toEqual([['comment 50', 'edit 40', 'post 30', 'comment 5', 'edit 0', 'take -3'], false])
  expect(await shown('all', 'top', 2)).toEqual([['comment 50', 'edit 40'], true])
})

test('one kind alone', async () => {
  expect(await shown('posts', 'recent')).toEqual([['post 30'], false])
  expect(await shown('takes', 'recent')).toEqual([['take -3'], false])
  expect(await shown('comments', 'top')).toEqual([['comment 50', 'comment 5'], false])
  expect(await shown('edits', 'recent')).toEqual([['edit 0', 'edit 40'], false])
  expect(await shown('edits', 'top', 1)).toEqual([['edit 40'], true])
})

test('the chart counts by month', async () => {
  expect(await chartOf(await site(), author)).toEqual([
    { at: at(1), posts: 1, postKarma: 30, comments: 0, commentKarma: 0 },
    { at: at(2), posts: 0, postKarma: 0, comments: 3, commentKarma: 52 },
  ])
  expect(await chartOf(memoryTransaction(), author)).toEqual([])
})
