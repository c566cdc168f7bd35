import { expect, test } from 'vitest'
import { emptyTally } from '../comments/queries.ts'
import { dayMs } from '../kernel/durations.ts'
import { posts } from '../posts/schema.ts'
import { readMarkId, readMarks } from '../reading/schema.ts'
import { aPost, idOf, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { listingsOfPost } from './listings-of-post.ts'
import { listings } from './schema.ts'
import { hiddenItems } from './settings-schema.ts'
import { unreadPosts } from './unread.ts'

const me = idOf(300)

/** Post n is n days old. */
async function site() {
  const tx = memoryTransaction()
  for (let n = 0; n < 40; n += 1) {
    const changes = { authorId: n === 3 ? me : idOf(1), frontpageAt: n === 4 ? null : T0, publishedAt: T0 - n * dayMs }
    const post = aPost({ id: idOf(100 + n), slug: `post-${n}`, ...changes })
    await tx.put(posts, post)
    for (const listing of listingsOfPost(post, emptyTally('post', post.id, post.id), T0, [])) await tx.put(listings, listing)
  }
  const mark = (n: number, isRead: boolean) => ({ id: readMarkId(me, idOf(100 + n)), postId: idOf(100 + n), isRead })
  for (const n of [0, 5]) await tx.put(readMarks, { ...mark(n, n === 0), userId: me, seenUpTo: 0, readAt: T0 })
  const hidden = { userId: me, list: 'front', itemId: idOf(106), reason: '', isHidden: true, changedAt: T0 } as const
  await tx.put(hiddenItems, { id: `${me}:front:${idOf(106)}`, ...hidden })
  return tx
}

const numbers = async (limit: number, userId = me) => {
  const { rows, hasMore } = await unreadPosts(await site(), { userId, now: T0, limit })
  return { found: rows.map(({ post }) => Number(post.slug?.slice(5))), hasMore }
}

test('unread is what stood on the front page in four weeks, newest first, without what is read, hidden or one’s own', async () => {
  // 0 is read, 3 one's own, 4 not on the front page, 5 marked as unread again, 6 hidden.
  expect(await numbers(4)).toEqual({ found: [1, 2, 5, 7], hasMore: true })
  const all = await numbers(100)
  expect(all.hasMore).toBe(false)
  expect(all.found.at(-1)).toBe(28)
})

test('what one member has read or hidden is unread for another', async () => {
  expect((await numbers(5, idOf(301))).found).toEqual([0, 1, 2, 3, 5])
})
