import { votePower } from '../votes/rules.ts'
import { reviewConfig } from './config.ts'

/** From strongest against to extremely important, neutral in the middle; 0: no vote. */
export const reviewScores = [0, 1, 2, 3, 4, 5, 6, 7] as const
export type ReviewScore = (typeof reviewScores)[number]

export const neutral = 4

/** What a vote costs of the budget. */
export const scoreCosts: Readonly<Record<ReviewScore, number>> = { 0: 0, 1: 45, 2: 10, 3: 1, 4: 0, 5: 1, 6: 10, 7: 45 }

export const isPositive = (score: ReviewScore): boolean => score > neutral

export interface CountedVote {
  readonly userId: string
  readonly postId: string
  readonly score: ReviewScore
}

export interface ReviewTotals {
  readonly postId: string
  /** Of every voter, the highest first: their order says nothing of who they are. */
  readonly values: readonly number[]
  readonly score: number
  /** As above, each times what a strong vote of its voter weighs. */
  readonly weightedValues: readonly number[]
  readonly weightedScore: number
}

export interface CountingRules {
  /** Of the voter, now. */
  readonly karmaOf: (userId: string) => number
  /** Posts on which votes cost something; in the last count those that have a review. */
  readonly isCharged?: (postId: string) => boolean
}

export const totalCost = (scores: readonly ReviewScore[]): number => scores.reduce<number>((total, score) => total + scoreCosts[score], 0)

/**
 * What a vote is worth to one decimal, where its voter has spent so much. Beyond the budget every
 * cost shrinks until they fit into it; nothing is refused.
 */
export function voteValue(score: ReviewScore, spent: number): number {
  return tenthsOf(score, spent) / 10
}

/** How a count finds a post. */
export interface Ranked {
  readonly postId: string
  readonly score: number
  readonly weightedScore: number
}

interface Tally {
  /** In tenths, which are whole numbers: no order of adding them makes another sum. */
  score: number
  weightedScore: number
  /** How many votes are worth so many tenths. */
  readonly tenths: Map<number, number>
  readonly weightedTenths: Map<number, number>
}

/**
 * Adds up one voter after the other, and keeps of each no more than what they add to a post: a
 * year's votes need not be in memory together.
 */
export function startCount({ karmaOf, isCharged = () => true }: CountingRules) {
  const tallies = new Map<string, Tally>()
  return {
    /** All votes of one voter, once. */
    add(ballot: readonly CountedVote[]): void {
      const cast = ballot.filter(({ score }) => score !== 0)
      const spent = totalCost(cast.filter(({ postId }) => isCharged(postId)).map(({ score }) => score))
      for (const { userId, postId, score } of cast) {
        const tally = tallies.get(postId) ?? { score: 0, weightedScore: 0, tenths: new Map(), weightedTenths: new Map() }
        tallies.set(postId, tally)
        const value = tenthsOf(score, spent)
        const weighted = value * votePower(karmaOf(userId), 2)
        tally.score += value
        tally.weightedScore += weighted
        tally.tenths.set(value, (tally.tenths.get(value) ?? 0) + 1)
        tally.weightedTenths.set(weighted, (tally.weightedTenths.get(weighted) ?? 0) + 1)
      }
    },
    /** Every post that has a vote, best first: by the weighted score, then the other. */
    ranked: (): readonly Ranked[] =>
      [...tallies]
        .map(([postId, { score, weightedScore }]) => ({ postId, score: score / 10, weightedScore: weightedScore / 10 }))
        .toSorted((a, b) => b.weightedScore - a.weightedScore || b.score - a.score || (a.postId < b.postId ? -1 : 1)),
    valuesOf: (postId: string): readonly number[] => listed(tallies.get(postId)?.tenths),
    /** How many of its votes are worth each whole number, as `wholeValues` has them. */
    wholeCountsOf: (postId: string): readonly number[] => wholeCounts(tallies.get(postId)?.tenths),
    weightedValuesOf: (postId: string): readonly number[] => listed(tallies.get(postId)?.weightedTenths),
  }
}

const most = 9
/** What a vote can be worth to a whole number, the highest first. */
export const wholeValues: readonly number[] = Array.from({ length: 2 * most + 1 }, (_, at) => most - at)

/** One number for each vote of `counts`, the highest first. */
export const valuesOfCounts = (counts: readonly number[]): readonly number[] =>
  counts.flatMap((count, at) => Array.from({ length: count }, () => most - at))

function wholeCounts(tenths: ReadonlyMap<number, number> = new Map()): readonly number[] {
  const counts = wholeValues.map(() => 0)
  for (const [value, count] of tenths) {
    const at = most - Math.round(value / 10)
    counts[at] = (counts[at] ?? 0) + count
  }
  return counts
}

/** Totals of every post that has a vote, best first. */
export function countVotes(votes: readonly CountedVote[], rules: CountingRules): readonly ReviewTotals[] {
  const count = startCount(rules)
  const ballots = Map.groupBy(votes, ({ userId }) => userId)
  for (const ballot of ballots.values()) count.add(ballot)
  return count
    .ranked()
    .map((post) => ({ ...post, values: count.valuesOf(post.postId), weightedValues: count.weightedValuesOf(post.postId) }))
}

/** The highest first. */
const listed = (tenths: ReadonlyMap<number, number> = new Map()): readonly number[] =>
  [...tenths].toSorted(([a], [b]) => b - a).flatMap(([value, times]) => Array.from({ length: times }, () => value / 10))

function tenthsOf(score: ReviewScore, spent: number): number {
  const cost = scoreCosts[score] / Math.max(1, spent / reviewConfig.budget)
  const size = Math.round(10 * ((-1 + Math.sqrt(8 * cost + 1)) / 2))
  return size === 0 || score === 0 ? 0 : Math.sign(score - neutral) * size
}
