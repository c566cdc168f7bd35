import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone, likePost, own, staff } from '../kernel/visibility.ts'
import { reviewScores } from './count.ts'
import { Crop } from '../pictures/crop.ts'
import { phases } from './phases.ts'

export const ReviewScore = z.literal([...reviewScores])

/**
 * What a member thinks of a post in the review of its year; id `USER:POST:YEAR`. Set, never added
 * to. Nobody but its owner reads it.
 */
export const ReviewVote = z.object({
  id: z.string(),
  userId: Id,
  postId: Id,
  year: z.number(),
  score: ReviewScore,
  /** The score that the post's candidacy has counted already; derived, 0 until the server has. */
  counted: ReviewScore,
  at: Time,
})
export type ReviewVote = z.infer<typeof ReviewVote>

export const reviewVotes = defineTable({
  name: 'review_votes',
  row: ReviewVote,
  indexes: [
    ['userId', 'year', 'at'],
    ['year', 'at'],
    ['year', 'userId'],
  ],
  visibility: own('userId'),
})

/**
 * How many have voted on a post in the review of its year, and not who or how; id `POST:YEAR`.
 * Changes in the transaction of the vote.
 */
export const ReviewCandidate = z.object({
  id: z.string(),
  postId: Id,
  year: z.number(),
  voteCount: z.number(),
  /** Of them, those above neutral: by them a post is nominated. */
  positiveCount: z.number(),
  /** Reviews of it that stand; absent: none. Changes in the transaction of the comment. */
  reviewCount: z.optional(z.number()),
  /**
   * What its votes were worth together at the last interim count, a whole number: a tenth would
   * tell of one voter. Absent: there was none, or it was no candidate then.
   */
  score: z.optional(z.number()),
  /** At that count, from 1, by the votes weighted as in `ReviewResult`. */
  place: z.optional(z.number()),
})
export type ReviewCandidate = z.infer<typeof ReviewCandidate>

export const reviewCandidates = defineTable({
  name: 'review_candidates',
  row: ReviewCandidate,
  indexes: [['year', 'positiveCount']],
  visibility: likePost('postId'),
})

/**
 * A review of a post that stands; its id is the comment's. Derived with the counts of the comment:
 * one that is removed, rejected or held back has none.
 */
export const PostReview = z.object({ id: Id, postId: Id, authorId: Id, year: z.number(), at: Time })
export type PostReview = z.infer<typeof PostReview>

export const postReviews = defineTable({
  name: 'post_reviews',
  row: PostReview,
  indexes: [
    ['year', 'at'],
    ['authorId', 'year', 'at'],
    ['postId', 'year', 'at'],
  ],
  visibility: likePost('postId', { isFollowed: false }),
})

/**
 * What the votes of a review have made of a post; id `POST:YEAR`. Written once voting has ended. It
 * names nobody, and says nothing of how much a single voter weighs.
 */
export const ReviewResult = z.object({
  id: z.string(),
  postId: Id,
  year: z.number(),
  /** From 1, by the votes weighted by what a strong vote of each voter weighs. */
  rank: z.number(),
  /** The sum of what the votes are worth, to a tenth. */
  score: z.number(),
  /** What each vote is worth to a whole number, the highest first. */
  values: z.array(z.number()),
  /** Of the count that has written it. */
  countedAt: Time,
})
export type ReviewResult = z.infer<typeof ReviewResult>

export const reviewResults = defineTable({
  name: 'review_results',
  row: ReviewResult,
  indexes: [
    ['year', 'rank'],
    ['year', 'score'],
    ['year', 'countedAt'],
  ],
  visibility: likePost('postId', { isFollowed: false }),
})

/**
 * A post that administrators have chosen for the gallery of its year; id: the post's, so that it is
 * chosen once. Shown once the gallery is (`isGalleryPublic`).
 */
export const ReviewWinner = z.object({
  id: Id,
  year: z.number(),
  /** One of `reviewConfig.categories`, or of an earlier configuration. */
  category: z.string(),
  /** From 0, within the year. */
  place: z.number(),
  /** What the gallery shows of it, with the size of the picture; absent: the post's own, whole. */
  picture: z.optional(z.nullable(z.object({ src: z.string(), width: z.number(), height: z.number(), crop: Crop }))),
})
export type ReviewWinner = z.infer<typeof ReviewWinner>

export const reviewWinners = defineTable({
  name: 'review_winners',
  row: ReviewWinner,
  indexes: [['year', 'place']],
  visibility: likePost('id', { isFollowed: false }),
})

/** That the votes of a year have been counted to the end; id `YEAR`, or `YEAR:interim`. */
export const ReviewCount = z.object({ id: z.string(), countedAt: Time, postCount: z.number(), voterCount: z.number() })
export type ReviewCount = z.infer<typeof ReviewCount>

export const reviewCounts = defineTable({ name: 'review_counts', row: ReviewCount, indexes: [], visibility: everyone })

/**
 * That a member has voted in the review of a year, on how many posts, and not how; id `USER:YEAR`.
 * Changes in the transaction of the vote.
 */
export const ReviewVoter = z.object({
  ...{ id: z.string(), userId: Id, year: z.number(), voteCount: z.number(), at: Time },
  /** When each vote was cast or changed, the last first, not on what; the newest `maxDates`. */
  dates: z.optional(z.array(Time)),
})
export const maxDates = 200
export type ReviewVoter = z.infer<typeof ReviewVoter>

export const reviewVoters = defineTable({
  name: 'review_voters',
  row: ReviewVoter,
  indexes: [
    ['year', 'voteCount'],
    ['year', 'at'],
  ],
  visibility: staff,
})

const StartOrUsual = z.nullable(Time)

/** What administrators have set for the review of a year; id `YEAR`. None: the calendar holds. */
export const ReviewPlan = z.object({
  id: z.string(),
  year: z.number(),
  /** Whatever the dates say; `null`: they decide. */
  phase: z.nullable(z.enum(phases)),
  /** When each phase begins; `null`: as every year. */
  starts: z.object({
    ...{ nominations: StartOrUsual, reviews: StartOrUsual, voting: StartOrUsual },
    ...{ results: StartOrUsual, complete: StartOrUsual },
  }),
  /** Posts of the year that are not reviewed. */
  excludedPostIds: z.array(Id),
  /** When a count was last asked for: an older one is done anew. */
  countAskedAt: z.nullable(Time),
  /** Results are public from here on, and always once the review is complete. */
  publishedAt: z.nullable(Time),
  /** Since when its winners are shown; `null` or absent: they are not. */
  galleryAt: z.optional(z.nullable(Time)),
})
export type ReviewPlan = z.infer<typeof ReviewPlan>

/** Devices do not follow it: the ballot hands them that of its year, to judge a vote by. */
export const reviewPlans = defineTable({
  name: 'review_plans',
  row: ReviewPlan,
  indexes: [['year']],
  visibility: { ...everyone, isOnDevices: true },
})

export const reviewVoteId = (userId: string, postId: string, year: number): string => `${userId}:${postId}:${year}`

export const interimId = (year: number): string => `${year}:interim`

export const voterId = (userId: string, year: number): string => `${userId}:${year}`

export const candidateId = (postId: string, year: number): string => `${postId}:${year}`
