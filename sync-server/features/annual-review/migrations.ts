import { inPieces } from '#server/store/in-pieces.ts'
import type { Migration } from '#server/store/port.ts'
import type { ReviewVoter } from '#shared/annual-review/schema.ts'
import { reviewVoters, reviewVotes, voterId } from '#shared/annual-review/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'

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
