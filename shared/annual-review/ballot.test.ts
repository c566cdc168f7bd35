import { describe, expect, test } from 'vitest'
import { idOf } from '../testing/factories.ts'
import type { BallotRow, BallotSort } from './ballot.ts'
import { ballotSortOf, ballotSorts, offeredSorts, sortBallot, spendingOf, usualSort } from './ballot.ts'

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

test('a post that is well liked and has no review comes before others without one', () => {
  const waiting = [
    { ...row(1), score: 7 as const },
    { ...row(2), interimScore: 5 },
    { ...row(3), interimScore: 4 },
    { ...row(4), interimScore: 9, reviewCount: 1 },
  ]
  const [first] = sortBallot(waiting, { sort: 'needsReview', viewerId: idOf(300) })
  expect(first?.postId).toBe(waiting[1]?.postId)
})

test('orders by a count are offered once there is one, and what was not in it comes last', () => {
  const counted = [{ ...row(1) }, { ...row(2), interimScore: 3, interimPlace: 1 }, { ...row(3), interimScore: 8, interimPlace: 2, rank: 4 }]
  expect(offeredSorts(counted.slice(0, 1)).filter((sort) => sort.includes('Score'))).toEqual([])
  expect(offeredSorts(counted)).toEqual(ballotSorts)
  const ids = (sort: BallotSort) =>
    sortBallot(counted, { sort, viewerId: idOf(300) }).map(({ postId }) => counted.findIndex((one) => one.postId === postId) + 1)
  expect(ids('reviewVoteScoreHighKarma')).toEqual([2, 3, 1])
  expect(ids('reviewVoteScoreAllKarma')).toEqual([3, 2, 1])
  expect(ids('finalReviewVoteScoreHighKarma')[0]).toBe(3)
})

test('names that other sites have for the usual order lead to ours', () => {
  expect(['needsPreliminaryVote', 'needsFinalVote', 'reviewCount', 'karma'].map(ballotSortOf)).toEqual([
    'needsVote',
    'needsVote',
    'reviewCount',
    undefined,
  ])
})

test('every phase has its usual order', () => {
  expect(usualSort('voting', ballotSorts)).toBe('needsVote')
  expect(usualSort('nominations', ballotSorts)).toBe('needsVote')
  expect(usualSort('reviews', ballotSorts)).toBe('needsReview')
  expect(usualSort('complete', ballotSorts)).toBe('finalReviewVoteScoreHighKarma')
  expect(usualSort('complete', offeredSorts(rows))).toBe('positiveReviewVoteCount')
})

test('a vote taken back is neither spent nor counted, a neutral one is counted', () => {
  expect(spendingOf([7, 1, 6, 5, 4, 0])).toEqual({ spent: 101, voteCount: 5 })
})
