import { expect, test } from 'vitest'
import { byFamiliarity, needsReviewSoon, rankReviewers } from './reviewers.ts'

test('reviewers stand by the karma of their reviews together, the best of each first', () => {
  const reviews = [
    { id: 'a', authorId: 'ada', karma: 5 },
    { id: 'b', authorId: 'ben', karma: 3 },
    { id: 'c', authorId: 'ben', karma: 4 },
    { id: 'd', authorId: 'eve', karma: -2 },
    { id: 'e', authorId: 'kim', karma: 5 },
    { id: 'f', authorId: 'kim', karma: 0 },
  ]
  const ranked = rankReviewers(reviews)
  expect(ranked.map(({ authorId, karma }) => [authorId, karma])).toEqual([
    ['ben', 7],
    ['kim', 5],
    ['ada', 5],
    ['eve', -2],
  ])
  expect(ranked[0]?.reviews.map(({ id }) => id)).toEqual(['c', 'b'])
  expect(rankReviewers([])).toEqual([])
})

test.each([
  ['two votes above neutral, a score of four, no review', {}, true],
  ['one vote above neutral', { positiveCount: 1 }, false],
  ['a review', { reviewCount: 1 }, false],
  ['less than four', { score: 3.9 }, false],
  ['no score yet', { score: undefined }, false],
])('a post with %s needs one soon: %o', (_what, changes, expected) => {
  expect(needsReviewSoon({ year: 2025, voteCount: 3, positiveCount: 2, reviewCount: 0, score: 4, ...changes })).toBe(expected)
})

test('what a member has read comes first, then what they liked, voted for, and what has karma', () => {
  const row = (n: number, changes: object) => ({ n, isRead: false, karmaVote: 0, score: 0, karma: 0, ...changes })
  const rows = [
    row(1, { karma: 99 }),
    row(2, { score: 7 }),
    row(3, { karmaVote: 1 }),
    row(4, { isRead: true }),
    row(5, { karmaVote: -1, score: 7 }),
  ]
  expect(byFamiliarity(rows).map(({ n }) => n)).toEqual([4, 3, 2, 1, 5])
})
