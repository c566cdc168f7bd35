import type { Read } from '../kernel/transaction.ts'
import type { PostList } from './queries.ts'
import { dayMs } from '../kernel/durations.ts'
import { listingsBetween, listingsOf, postRows } from './queries.ts'
import { unreadOf } from './recommend.ts'
import { hiddenBy } from './settings-queries.ts'

/** content.md 6.1; posts from before are found by "For you". */
export const unreadFigures = { days: 28, first: 20, step: 20, lookedThrough: 400, own: 100 } as const

/** What stood on the front page of late and a member has not read, newest first. */
export async function unreadPosts(read: Read, { userId, now, limit }: { userId: string; now: number; limit: number }): Promise<PostList> {
  const { days, lookedThrough, own } = unreadFigures
  const found = await read.list(listingsBetween('frontpage', now - days * dayMs, now + dayMs, lookedThrough))
  const written = (await read.list(listingsOf(`author:${userId}`, 'new', own))).map(({ postId }) => postId)
  const leftOut = new Set([...written, ...(await hiddenBy(read, userId, 'front')).map(({ itemId }) => itemId)])
  const wanted = found.filter(({ postId }) => !leftOut.has(postId))
  const unread = await unreadOf(read, userId, wanted, limit + 1)
  return { rows: await postRows(read, unread.slice(0, limit)), hasMore: unread.length > limit }
}
