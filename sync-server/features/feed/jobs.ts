import type { Read } from '#shared/kernel/transaction.ts'
import { listingsBetween } from '#shared/feed/queries.ts'
import { decayedScore, rankingFigures } from '#shared/feed/ranking.ts'
import { posts } from '#shared/posts/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/**
 * Which posts' stored scores are worth writing again. A score falls by a fixed share in a time that
 * grows with the post's age, so writing only past 3 % keeps the order right and the journal short:
 * some 230 writes in a post's 90 active days.
 */
export async function staleScores(read: Read, now: number, limit = 500): Promise<readonly string[]> {
  const active = await read.list(listingsBetween('all', now - rankingFigures.windowDays * dayMs, now + dayMs, 5_000))
  const found = await read.getMany(
    posts,
    active.map((listing) => listing.postId),
  )
  const postsById = new Map(found.map((post) => [post.id, post]))
  return active
    .filter((listing) => {
      const post = postsById.get(listing.postId)
      if (post === undefined) return false
      const { baseScore, publishedAt } = listing
      const score = decayedScore(
        { baseScore, publishedAt, isFrontpage: post.frontpageAt !== null, isCurated: post.curatedAt !== null },
        now,
      )
      return Math.abs(listing.score - score) > 0.03 * Math.abs(score)
    })
    .slice(0, limit)
    .map((listing) => listing.postId)
}

/** The 28-day period a moment lies in, counted from 1970. */
export function periodOf(time: number): { readonly from: number; readonly until: number } {
  const from = Math.floor(time / (28 * dayMs)) * 28 * dayMs
  return { from, until: from + 28 * dayMs }
}
