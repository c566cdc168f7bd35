import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { canReviewVote } from './rules.ts'
import { candidateId, reviewCandidates, ReviewScore, reviewVoteId, reviewVotes } from './schema.ts'

/**
 * Sets what the viewer thinks of a post in the review of a year; 0 takes the vote back. The phase
 * is that of this transaction: a vote that comes after the end is refused, whenever it was made.
 */
export const setReviewVote = defineMutation({
  name: 'reviewVotes.set',
  runs: 'device',
  args: z.strictObject({ postId: Id, year: z.int(), score: ReviewScore }),
  needs: ({ postId }) => [postId],
  key: ({ postId, year }) => `review-vote:${postId}:${year}`,
  async run({ tx, viewer, now }, { postId, year, score }) {
    const { userId } = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    authorize(canReadPost(viewer, post))
    const id = reviewVoteId(userId, postId, year)
    const before = await tx.get(reviewVotes, id)
    const candidate = await tx.get(reviewCandidates, candidateId(postId, year))
    // A device may lack its own member's row; the server has every member's, and decides.
    const joinedAt = (await tx.get(members, userId))?.joinedAt ?? 0
    const asked = { post, year, joinedAt, positiveCount: candidate?.positiveCount ?? 0, hasVoted: before !== undefined }
    authorize(canReviewVote(viewer, asked, now))
    if ((before?.score ?? 0) === score) return
    await tx.put(reviewVotes, { id, userId, postId, year, score, counted: before?.counted ?? 0, at: now })
  },
})
