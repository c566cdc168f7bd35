import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { valuesOfCounts, wholeValues } from './count.ts'
import { canReviewVote } from './rules.ts'
import { otherResultsOf } from './queries.ts'
import {
  candidateId,
  interimId,
  reviewCandidates,
  reviewCounts,
  reviewPlans,
  reviewResults,
  ReviewScore,
  reviewVoteId,
  reviewVotes,
} from './schema.ts'

const noCandidacy = { positiveCount: 0 }

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
    const plan = await tx.get(reviewPlans, String(year))
    const asked = { post, year, joinedAt, plan, candidacy: candidate ?? noCandidacy, hasVoted: before !== undefined }
    authorize(canReviewVote(viewer, asked, now))
    if ((before?.score ?? 0) === score) return
    await tx.put(reviewVotes, { id, userId, postId, year, score, counted: before?.counted ?? 0, at: now })
  },
})

/** So many posts of a year have results at most. */
export const maxResults = 10_000

const counted = { year: z.int(), countedAt: z.number(), voterCount: z.int() }

/**
 * What an interim count has found of posts that are candidates. In one piece: a count that is
 * killed has said nothing.
 */
export const finishInterimCount = defineMutation({
  name: 'reviewCandidates.finishScores',
  from: 'server',
  args: z.strictObject({
    ...counted,
    scores: z.array(z.strictObject({ postId: Id, score: z.int(), place: z.int() })).check(z.maxLength(maxResults)),
  }),
  async run({ tx }, { year, countedAt, voterCount, scores }) {
    for (const { postId, score, place } of scores) {
      const before = await tx.get(reviewCandidates, candidateId(postId, year))
      if (before !== undefined) await tx.put(reviewCandidates, { ...before, score, place })
    }
    await tx.put(reviewCounts, { id: interimId(year), countedAt, voterCount, postCount: scores.length })
  },
})

/**
 * What a count has found, the best first, and that it is done. In one piece: readers see an earlier
 * count or this one. What an earlier one had found and this one has not is gone.
 */
export const finishReviewCount = defineMutation({
  name: 'reviewResults.finish',
  from: 'server',
  args: z.strictObject({
    ...counted,
    results: z
      .array(z.strictObject({ postId: Id, score: z.number(), counts: z.array(z.int()).check(z.length(wholeValues.length)) }))
      .check(z.maxLength(maxResults)),
  }),
  async run({ tx }, { year, countedAt, voterCount, results }) {
    for (const [at, { postId, score, counts }] of results.entries()) {
      const values = [...valuesOfCounts(counts)]
      await tx.put(reviewResults, { id: candidateId(postId, year), postId, year, rank: at + 1, score, values, countedAt })
    }
    for (const others of otherResultsOf(year, countedAt, maxResults))
      for (const { id } of await tx.list(others)) await tx.delete(reviewResults, id)
    await tx.put(reviewCounts, { id: String(year), countedAt, voterCount, postCount: results.length })
  },
})
