import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Tally, Vote } from '#shared/votes/schema.ts'
import { addToStanding } from '#server/derived/standing.ts'
import { deriveListings } from '#server/derived/listings.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { tallies, votes } from '#shared/votes/schema.ts'

/** Moves a vote's uncounted part into tally, karma and listings. Safe to repeat: `tallied` says what is in already. */
export async function countVote(tx: Transaction, vote: Vote, post: Post, authorIds: readonly string[], now: number): Promise<void> {
  const tally = (await tx.get(tallies, vote.targetId)) ?? emptyTally(vote.targetKind, vote.targetId, post.id)
  const by = vote.power - vote.tallied
  const votersBy = Number(vote.power !== 0) - Number(vote.tallied !== 0)
  await tx.put(tallies, withVote(tally, vote, by, votersBy))
  await tx.put(votes, { ...vote, tallied: vote.power })
  if (vote.axis !== 'approval') return
  if (!vote.isSelf) for (const authorId of authorIds) await addToStanding(tx, authorId, { karma: by })
  if (vote.targetKind === 'post') await deriveListings(tx, post, now)
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
