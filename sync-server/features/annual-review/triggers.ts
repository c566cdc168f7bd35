import { isPositive } from '#shared/annual-review/count.ts'
import { setReviewVote } from '#shared/annual-review/mutations.ts'
import type { ReviewVoter } from '#shared/annual-review/schema.ts'
import { candidateId, maxDates, reviewCandidates, reviewVoteId, reviewVoters, reviewVotes, voterId } from '#shared/annual-review/schema.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

/**
 * Counts a vote into its post's candidacy, by which the post is nominated, and as its voter's. The
 * vote notes what of it has been counted, so that counting twice adds nothing twice.
 */
export const countReviewVote = defineTrigger(setReviewVote, async ({ tx, viewer }, { postId, year }) => {
  const vote = await tx.get(reviewVotes, reviewVoteId(signedIn(viewer).userId, postId, year))
  if (vote === undefined || vote.counted === vote.score) return
  const id = candidateId(postId, year)
  const before = (await tx.get(reviewCandidates, id)) ?? { id, postId, year, voteCount: 0, positiveCount: 0 }
  await tx.put(reviewCandidates, {
    ...before,
    voteCount: before.voteCount + Number(vote.score > 0) - Number(vote.counted > 0),
    positiveCount: before.positiveCount + Number(isPositive(vote.score)) - Number(isPositive(vote.counted)),
  })
  const { userId } = vote
  const voter: Omit<ReviewVoter, 'at'> = (await tx.get(reviewVoters, voterId(userId, year))) ?? {
    id: voterId(userId, year),
    userId,
    year,
    voteCount: 0,
  }
  const more = Number(vote.score > 0) - Number(vote.counted > 0)
  const voteCount = voter.voteCount + more
  const dates = vote.score > 0 ? [vote.at, ...(voter.dates ?? [])].slice(0, maxDates) : voter.dates
  if (voteCount > 0) await tx.put(reviewVoters, { ...voter, voteCount, at: vote.at, ...(dates !== undefined && { dates }) })
  else await tx.delete(reviewVoters, voter.id)
  await tx.put(reviewVotes, { ...vote, counted: vote.score })
})
