import { inPieces } from '#server/store/in-pieces.ts'
import type { Migration } from '#server/store/port.ts'
import type { ReviewVoter } from '#shared/annual-review/schema.ts'
import { allReviewPlans, winnersOf } from '#shared/annual-review/queries.ts'
import { reviewVoters, reviewVotes, voterId } from '#shared/annual-review/schema.ts'
import { isEligible } from '#shared/annual-review/years.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'

/** Votes that are in memory together. */
const atOnce = 500

/** Members who voted before it was kept who has: counted from their votes, whatever is kept. */
export const votersOfReviews: Migration = {
  name: 'voters of annual reviews',
  async run({ tx }) {
    const all = defineQuery({ table: reviewVotes, index: ['year', 'userId'], equals: [], order: 'ascending', limit: atOnce })
    let voter: ReviewVoter | null = null
    for await (const piece of inPieces(tx, all))
      for (const { userId, year, counted, at } of piece) {
        const id = voterId(userId, year)
        if (voter !== null && voter.id !== id) await keep(voter)
        const before: ReviewVoter = voter?.id === id ? voter : { id, userId, year, voteCount: 0, at }
        voter = { ...before, voteCount: before.voteCount + Number(counted > 0), at: Math.max(before.at, at) }
      }
    if (voter !== null) await keep(voter)

    async function keep(one: ReviewVoter): Promise<void> {
      if (one.voteCount > 0) await tx.put(reviewVoters, one)
      else await tx.delete(reviewVoters, one.id)
    }
  },
}

/**
 * Winners in galleries that were public before their posts were marked. A gallery is hidden with
 * its results (`plan-mutations.ts`), so that one that has a day is public.
 */
export const marksOfWinners: Migration = {
  name: 'marks of winners',
  async run({ tx }) {
    for (const plan of await tx.list(allReviewPlans())) {
      if (typeof plan.galleryAt !== 'number') continue
      for (const { id } of await tx.list(winnersOf(plan.year))) {
        const post = await tx.get(posts, id)
        if (post === undefined || post.wonIn === plan.year || !isEligible(post, plan.year, plan)) continue
        await tx.put(posts, { ...post, wonIn: plan.year })
      }
    }
  },
}
