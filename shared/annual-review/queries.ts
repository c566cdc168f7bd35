import { defineQuery } from '../kernel/query.ts'
import { reviewCandidates, reviewVotes } from './schema.ts'

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
