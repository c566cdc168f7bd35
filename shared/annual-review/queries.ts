import { defineQuery } from '../kernel/query.ts'
import { reviewConfig } from './config.ts'
import { postReviews, reviewCandidates, reviewPlans, reviewResults, reviewVoters, reviewVotes, reviewWinners } from './schema.ts'

/** What a member has voted in the review of a year, last first. */
export const reviewVotesOf = (userId: string, year: number, limit = 10_000) =>
  defineQuery({ table: reviewVotes, index: ['userId', 'year', 'at'], equals: [userId, year], order: 'descending', limit })

/** Every post of a year that has so many votes above neutral, those with the most first. */
export const candidatesOf = (year: number, positiveCount: number, limit: number) =>
  defineQuery({
    ...{ table: reviewCandidates, index: ['year', 'positiveCount'], equals: [year], from: positiveCount },
    order: 'descending',
    limit,
  })

/** Reviews written for the review of a year, newest first. */
export const reviewsOfYear = (year: number, limit: number) =>
  defineQuery({ table: postReviews, index: ['year', 'at'], equals: [year], order: 'descending', limit })

/** A member’s, of a year or of all, the latest year first. */
export const reviewsByMember = (authorId: string, year: number | null, limit: number) =>
  defineQuery({
    ...{ table: postReviews, index: ['authorId', 'year', 'at'], equals: year === null ? [authorId] : [authorId, year] },
    ...{ order: 'descending', limit },
  })

/** Of a post, newest first. */
export const reviewsOfPost = (postId: string, year: number, limit: number) =>
  defineQuery({ table: postReviews, index: ['postId', 'year', 'at'], equals: [postId, year], order: 'descending', limit })

/**
 * Every vote of a year, a voter after the other.
 * @param from the first voter, past `offset` of their votes
 */
export const ballotsOfYear = (year: number, limit: number, from = '', offset = 0) =>
  defineQuery({ table: reviewVotes, index: ['year', 'userId'], equals: [year], from, order: 'ascending', limit, offset })

/** What the votes of a year have made of its posts, the best first: weighted, or all alike. */
export const resultsOf = (year: number, limit: number, by: 'rank' | 'score' = 'rank') =>
  by === 'rank'
    ? defineQuery({ table: reviewResults, index: ['year', 'rank'], equals: [year], order: 'ascending', limit })
    : defineQuery({ table: reviewResults, index: ['year', 'score'], equals: [year], order: 'descending', limit })

/** What other counts than that of `countedAt` have found. */
export const otherResultsOf = (year: number, countedAt: number, limit: number) => {
  const counted = { table: reviewResults, index: ['year', 'countedAt'], equals: [year], order: 'ascending', limit } as const
  return [defineQuery({ ...counted, until: countedAt }), defineQuery({ ...counted, from: countedAt + 1 })] as const
}

/** What is chosen for the gallery of a year, in its order. */
export const winnersOf = (year: number, limit: number = reviewConfig.winners) =>
  defineQuery({ table: reviewWinners, index: ['year', 'place'], equals: [year], order: 'ascending', limit })

/** What is set for all years that have something set, the latest first. */
export const allReviewPlans = () => defineQuery({ table: reviewPlans, index: ['year'], equals: [], order: 'descending', limit: 200 })

/** Who has voted in a year: those with the most votes first, or those who voted last. */
export const votersOf = (year: number, limit: number, by: 'voteCount' | 'at' = 'voteCount') =>
  defineQuery({
    ...{ table: reviewVoters, index: ['year', by], equals: [year], order: 'descending', limit },
    ...(by === 'voteCount' && { from: 1 }),
  })
