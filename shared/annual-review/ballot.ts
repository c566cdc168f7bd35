/** The order of a ballot's rows, and what a member has spent. */
import type { ReviewScore } from './count.ts'
import { totalCost } from './count.ts'
import { reviewConfig } from './config.ts'
import type { Phase } from './phases.ts'

export interface BallotRow {
  readonly postId: string
  /** Of the viewer; 0: none. */
  readonly score: ReviewScore
  readonly voteCount: number
  readonly positiveCount: number
  /** Reviews that it has. */
  readonly reviewCount: number
  /** The viewer wrote it, alone or with others. */
  readonly isOwn: boolean
  /** How the viewer has voted on the post itself, −2 to 2. */
  readonly karmaVote: number
  /** ms since 1970; 0: nobody has commented. */
  readonly lastCommentedAt: number
  /** At the last interim count, where it was in it: its score, all votes alike. */
  readonly interimScore?: number | undefined
  /** And its place, from 1, by votes weighted by karma. */
  readonly interimPlace?: number | undefined
  /** In the results, once they are public. */
  readonly rank?: number | undefined
}

/** As they stand in the address. */
export const ballotSorts = [
  'needsReview',
  'needsVote',
  'yourVote',
  'yourKarmaVote',
  'positiveReviewVoteCount',
  'reviewCount',
  'lastCommentedAt',
  'reviewVoteScoreHighKarma',
  'reviewVoteScoreAllKarma',
  'finalReviewVoteScoreHighKarma',
] as const
export type BallotSort = (typeof ballotSorts)[number]

/** Orders that addresses of other sites name; one of ours for both. */
const sortAliases: Readonly<Record<string, BallotSort>> = { needsPreliminaryVote: 'needsVote', needsFinalVote: 'needsVote' }

export const ballotSortOf = (given: string): BallotSort | undefined => ballotSorts.find((one) => one === given) ?? sortAliases[given]

/** By a count there is: without one an order would say nothing. */
export function offeredSorts(rows: readonly BallotRow[]): readonly BallotSort[] {
  const isCounted = rows.some(({ interimPlace }) => interimPlace !== undefined)
  const isFinal = rows.some(({ rank }) => rank !== undefined)
  return ballotSorts.filter((sort) =>
    sort === 'finalReviewVoteScoreHighKarma' ? isFinal : sort.startsWith('reviewVoteScore') ? isCounted : true,
  )
}

/** While reviews are written, what has none; while votes are taken, what one has not voted on. */
export function usualSort(phase: Phase, offered: readonly BallotSort[]): BallotSort {
  if (phase === 'reviews') return 'needsReview'
  if (phase !== 'results' && phase !== 'complete') return 'needsVote'
  return offered.includes('finalReviewVoteScoreHighKarma') ? 'finalReviewVoteScoreHighKarma' : 'positiveReviewVoteCount'
}

/** Well liked, and nobody has said why. */
const isWaiting = ({ reviewCount, interimScore = 0 }: BallotRow): boolean =>
  reviewCount === 0 && interimScore > reviewConfig.quickReviewScore

/** Behind every place and score. */
const last = 1e9

/** Highest first; every order ends in the next, and the last in one of the viewer's own. */
const keys: Readonly<Record<BallotSort, (row: BallotRow) => readonly number[]>> = {
  // One's own cannot be voted on: they come last.
  needsVote: ({ score, isOwn }) => [isOwn ? 0 : 1, score === 0 ? 1 : 0, score],
  needsReview: (row) => [row.isOwn ? 0 : 1, isWaiting(row) ? 1 : 0, row.reviewCount === 0 ? 1 : 0, row.score],
  yourVote: ({ score }) => [score],
  yourKarmaVote: ({ karmaVote }) => [karmaVote],
  positiveReviewVoteCount: ({ positiveCount, voteCount }) => [positiveCount, voteCount],
  reviewCount: ({ reviewCount }) => [reviewCount],
  lastCommentedAt: ({ lastCommentedAt }) => [lastCommentedAt],
  reviewVoteScoreHighKarma: ({ interimPlace = last }) => [-interimPlace],
  reviewVoteScoreAllKarma: ({ interimScore = -last }) => [interimScore],
  finalReviewVoteScoreHighKarma: ({ rank = last }) => [-rank],
}

/**
 * Rows that are equal otherwise stand in an order that is the same for a member each time and
 * another for each: no post has the first place, and with it the attention, everywhere.
 */
export function sortBallot<Row extends BallotRow>(
  rows: readonly Row[],
  { sort, viewerId, isReversed = false }: { readonly sort: BallotSort; readonly viewerId: string; readonly isReversed?: boolean },
): readonly Row[] {
  const ranked = rows.map((row) => ({ row, key: keys[sort](row), own: mixed(`${viewerId}:${row.postId}`) }))
  const turn = isReversed ? -1 : 1
  return ranked
    .toSorted((a, b) => {
      const at = a.key.findIndex((value, n) => value !== b.key[n])
      const difference = at === -1 ? 0 : (b.key[at] ?? 0) - (a.key[at] ?? 0)
      return difference * turn || a.own - b.own || (a.row.postId < b.row.postId ? -1 : 1)
    })
    .map(({ row }) => row)
}

export interface Spending {
  readonly spent: number
  readonly voteCount: number
}

export function spendingOf(scores: readonly ReviewScore[]): Spending {
  return { spent: totalCost(scores), voteCount: scores.filter((score) => score > 0).length }
}

/** A number that a text gives: FNV-1a, stirred, or ids with one beginning would stay together. */
export function mixed(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
