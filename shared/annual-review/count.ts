import { votePower } from '../votes/rules.ts'
import { reviewConfig } from './years.ts'

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

/** Totals of every post that has a vote, best first: by the weighted score, then the other. */
export function countVotes(votes: readonly CountedVote[], { karmaOf, isCharged = () => true }: CountingRules): readonly ReviewTotals[] {
  const cast = votes.filter(({ score }) => score !== 0)
  const spentBy = new Map<string, number>()
  for (const { userId, postId, score } of cast) if (isCharged(postId)) spentBy.set(userId, (spentBy.get(userId) ?? 0) + scoreCosts[score])
  const byPost = new Map<string, CountedVote[]>()
  for (const vote of cast) {
    const before = byPost.get(vote.postId)
    if (before === undefined) byPost.set(vote.postId, [vote])
    else before.push(vote)
  }
  const totals = [...byPost].map(([postId, given]) => {
    // Tenths are whole numbers, so that no order of adding them makes another sum.
    const tenths = given.map(({ userId, score }) => {
      const value = tenthsOf(score, spentBy.get(userId) ?? 0)
      return { value, weighted: value * votePower(karmaOf(userId), 2) }
    })
    const [all, weighted] = [tenths.map(({ value }) => value), tenths.map((one) => one.weighted)]
    return { postId, values: listed(all), score: sum(all), weightedValues: listed(weighted), weightedScore: sum(weighted) }
  })
  return totals.toSorted((a, b) => b.weightedScore - a.weightedScore || b.score - a.score || (a.postId < b.postId ? -1 : 1))
}

const sum = (tenths: readonly number[]): number => tenths.reduce((total, one) => total + one, 0) / 10

const listed = (tenths: readonly number[]): readonly number[] => tenths.toSorted((a, b) => b - a).map((one) => one / 10)

function tenthsOf(score: ReviewScore, spent: number): number {
  const cost = scoreCosts[score] / Math.max(1, spent / reviewConfig.budget)
  const size = Math.round(10 * ((-1 + Math.sqrt(8 * cost + 1)) / 2))
  return size === 0 || score === 0 ? 0 : Math.sign(score - neutral) * size
}
