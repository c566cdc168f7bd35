import { describe, expect, test } from 'vitest'
import { idOf } from '../testing/factories.ts'
import type { BallotRow, BallotSort } from './ballot.ts'
import { ballotSorts, sortBallot, spendingOf, usualSort } from './ballot.ts'

const row = (n: number, changes: Partial<BallotRow> = {}): BallotRow => ({
  ...{ postId: idOf(n), score: 0, voteCount: 2, positiveCount: 2, reviewCount: 0, isOwn: false, karmaVote: 0, lastCommentedAt: 0 },
  ...changes,
})
const rows = [
  row(1, { isOwn: true, positiveCount: 3 }),
  row(2, { score: 7, karmaVote: -1, reviewCount: 2 }),
  row(3, { lastCommentedAt: 9, positiveCount: 1 }),
  row(4, { score: 1, karmaVote: 2, lastCommentedAt: 5, voteCount: 4 }),
]
const order = (sort: BallotSort, isReversed = false) =>
  sortBallot(rows, { sort, viewerId: idOf(300), isReversed }).map(({ postId }) => rows.findIndex((one) => one.postId === postId) + 1)

describe('a ballot stands', () => {
  test.each<[string, BallotSort, readonly number[]]>([
    ['with what one has not voted on first, and one’s own last', 'needsVote', [3, 2, 4, 1]],
    ['with what has no review first, what one has voted for most before the rest', 'needsReview', [4, 3, 2, 1]],
    ['by most votes above neutral', 'positiveReviewVoteCount', [1, 4, 2, 3]],
  ])('%s', (_what, sort, expected) => {
    expect(order(sort)).toEqual(expected)
  })

  test.each<[BallotSort, readonly number[]]>([
    ['yourVote', [2, 4]],
    ['yourKarmaVote', [4]],
    ['reviewCount', [2]],
    ['lastCommentedAt', [3, 4]],
  ])('by %s, and turned about the other way', (sort, first) => {
    expect(order(sort).slice(0, first.length)).toEqual(first)
    expect(order(sort, true).slice(-first.length)).toEqual(first.toReversed())
  })
})

test('among equals a member has one order each time, and another member another', () => {
  const equal = Array.from({ length: 30 }, (_, n) => row(n))
  const of = (viewerId: string, given = equal) => sortBallot(given, { sort: 'yourVote', viewerId }).map(({ postId }) => postId)
  expect(of(idOf(300), equal.toReversed())).toEqual(of(idOf(300)))
  expect(of(idOf(301))).not.toEqual(of(idOf(300)))
  expect(new Set(Array.from({ length: 20 }, (_, n) => of(idOf(300 + n))[0])).size).toBeGreaterThan(8)
  expect(of(idOf(300))).toHaveLength(30)
})

test('every phase has its usual order', () => {
  expect(usualSort('voting')).toBe('needsVote')
  expect(usualSort('reviews')).toBe('needsReview')
  expect(usualSort('complete')).toBe('positiveReviewVoteCount')
  expect(ballotSorts).toContain(usualSort('nominations'))
})

test('a vote taken back is neither spent nor counted, a neutral one is counted', () => {
  expect(spendingOf([7, 1, 6, 5, 4, 0])).toEqual({ spent: 101, voteCount: 5 })
})
