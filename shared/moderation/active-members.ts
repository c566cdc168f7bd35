/**
 * Members by when they last wrote something. There is no row of that: it is read from what they
 * wrote.
 */
import type { Read } from '../kernel/transaction.ts'
import { commentsByDate } from '../comments/queries.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts } from '../posts/schema.ts'

export const activeLimits = {
  /** Comments and posts that are looked at in one go, and of each at most. */
  atOnce: 250,
  lookedThrough: 4_000,
} as const

const newestPosts = (limit: number, offset: number) =>
  defineQuery({ table: posts, index: ['status', 'publishedAt'], equals: ['published'], order: 'descending', limit, offset })

export interface ActiveMember {
  readonly id: string
  readonly lastAt: number
}

/**
 * Who wrote a post or a comment last, newest first; at most `limit`, from the newest few thousand
 * of both.
 */
export async function lastActive(read: Read, limit: number): Promise<readonly ActiveMember[]> {
  const comments = await newestBy(limit, async (size, offset) =>
    (await read.list(commentsByDate(size, offset))).map(({ authorId, postedAt }) => ({ id: authorId, lastAt: postedAt })),
  )
  const essays = await newestBy(limit, async (size, offset) =>
    (await read.list(newestPosts(size, offset))).map(({ authorId, publishedAt }) => ({ id: authorId, lastAt: publishedAt ?? 0 })),
  )
  const last = new Map<string, number>()
  for (const { id, lastAt } of [...comments, ...essays]) last.set(id, Math.max(last.get(id) ?? 0, lastAt))
  return [...last]
    .map(([id, lastAt]) => ({ id, lastAt }))
    .toSorted((a, b) => b.lastAt - a.lastAt)
    .slice(0, limit)
}

/** Each once, with their newest; no more is read once there are enough. */
async function newestBy(
  limit: number,
  list: (size: number, offset: number) => Promise<readonly ActiveMember[]>,
): Promise<readonly ActiveMember[]> {
  const found = new Map<string, ActiveMember>()
  for (let offset = 0; offset < activeLimits.lookedThrough && found.size < limit; offset += activeLimits.atOnce) {
    const some = await list(activeLimits.atOnce, offset)
    for (const one of some) if (!found.has(one.id)) found.set(one.id, one)
    if (some.length < activeLimits.atOnce) break
  }
  return [...found.values()]
}
