import { defineQuery } from '../kernel/query.ts'
import { reviewCandidates, reviewResults, reviewVotes } from './schema.ts'

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

/** Every vote of a year, a piece at a time. */
export const votesOfYear = (year: number, limit: number, offset: number) =>
  defineQuery({ table: reviewVotes, index: ['year', 'at'], equals: [year], order: 'ascending', limit, offset })

/** What the votes of a year have made of its posts, the best first. */
export const resultsOf = (year: number, limit: number, offset = 0) =>
  defineQuery({ table: reviewResults, index: ['year', 'rank'], equals: [year], order: 'ascending', limit, offset })
