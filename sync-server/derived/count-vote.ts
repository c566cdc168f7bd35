import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Tally, Vote } from '#shared/votes/schema.ts'
import { addToStanding } from '#server/derived/standing.ts'
import { deriveListings } from '#server/derived/listings.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { standings } from '#shared/accounts/schema.ts'
import { votePower } from '#shared/votes/rules.ts'
import { tallies, votes } from '#shared/votes/schema.ts'

/** Moves a vote's uncounted part into tally, karma and listings. Safe to repeat: `tallied` says what is in already. */
export async function countVote(tx: Transaction, vote: Vote, post: Post, authorIds: readonly string[], now: number): Promise<void> {
  const tally = (await tx.get(tallies, vote.targetId)) ?? emptyTally(vote.targetKind, vote.targetId, post.id)
  const by = vote.power - vote.tallied
  const votersBy = Number(vote.power !== 0) - Number(vote.tallied !== 0)
  await tx.put(votes, { ...vote, tallied: vote.power })
  await tx.put(tallies, await withPresentAgreement(tx, withVote(tally, vote, by, votersBy)))
  if (vote.axis !== 'approval') return
  if (!vote.isSelf) for (const authorId of authorIds) await addToStanding(tx, authorId, { karma: by })
  if (vote.targetKind === 'post') await deriveListings(tx, post, now)
}

/**
 * Whenever a target's sums change, its agreement votes weigh what their voters' karma is worth at present; approval keeps the weight it was
 * cast with (content.md 12.1).
 */
async function withPresentAgreement(tx: Transaction, tally: Tally): Promise<Tally> {
  if (tally.agreementVoteCount === 0) return tally
  const cast = await tx.list(
    defineQuery({ table: votes, index: ['targetId', 'axis'], equals: [tally.id, 'agreement'], order: 'ascending', limit: 100_000 }),
  )
  const standing = cast.filter((vote) => vote.value !== 0)
  const karmaById = new Map(
    (await tx.getMany(standings, [...new Set(standing.map((vote) => vote.userId))])).map(({ id, karma }) => [id, karma]),
  )
  let { agreement } = tally
  for (const vote of standing) {
    const power = votePower(karmaById.get(vote.userId) ?? 0, vote.value)
    if (power === vote.power) continue
    agreement += power - vote.power
    await tx.put(votes, { ...vote, power, tallied: power })
  }
  return { ...tally, agreement }
}

function withVote(tally: Tally, vote: Vote, by: number, votersBy: number): Tally {
  if (vote.axis === 'agreement') {
    return { ...tally, agreement: tally.agreement + by, agreementVoteCount: tally.agreementVoteCount + votersBy }
  }
  const baseScore = tally.baseScore + by
  return {
    ...tally,
    baseScore,
    approvalVoteCount: tally.approvalVoteCount + votersBy,
    maxBaseScore: Math.max(tally.maxBaseScore, baseScore),
  }
}
