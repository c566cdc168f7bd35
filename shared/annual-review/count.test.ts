import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CountedVote, ReviewScore } from './count.ts'
import { countVotes, isPositive, reviewScores, totalCost, voteValue } from './count.ts'

const none = { karmaOf: () => 0 }
const sevens = (userId: string, count: number, from = 0): CountedVote[] =>
  Array.from({ length: count }, (_, at) => ({ userId, postId: `p${String(from + at).padStart(2, '0')}`, score: 7 }))

test('within the budget every step has its cost and its value', () => {
  expect(reviewScores.map((score) => [totalCost([score]), voteValue(score, 500)])).toEqual([
    [0, 0],
    [45, -9],
    [10, -4],
    [1, -1],
    [0, 0],
    [1, 1],
    [10, 4],
    [45, 9],
  ])
})

// Worked by hand. T = 1000: costs halve, 45 to 22.5, (-1 + sqrt(181)) / 2 = 6.2268; 10 to 5,
// (-1 + sqrt(41)) / 2 = 2.7016; 1 to 0.5, (-1 + sqrt(5)) / 2 = 0.6180.
// T = 450,000: 45 / 900 = 0.05, (-1 + sqrt(1.4)) / 2 = 0.0916.
// T = 540: 45 / 1.08 = 41.666…, (-1 + sqrt(334.33…)) / 2 = 8.6424.
test.each([
  ['twice what there is', 1000, 7, 6.2],
  ['twice what there is', 1000, 1, -6.2],
  ['twice what there is', 1000, 6, 2.7],
  ['twice what there is', 1000, 3, -0.6],
  ['twice what there is', 1000, 4, 0],
  ['twelve of the strongest', 540, 7, 8.6],
  ['ten thousand of the strongest', 450_000, 7, 0.1],
  ['exactly the budget', 500, 7, 9],
  ['a point above it: (-1 + sqrt(360.28…)) / 2 = 8.9905', 501, 7, 9],
] as const)('%s: %d spent, a vote of %d is worth %d', (_why, spent, score, value) => {
  expect(voteValue(score, spent)).toBe(value)
})

test('the three steps above neutral nominate', () => {
  expect(reviewScores.filter(isPositive)).toEqual([5, 6, 7])
})

test('a spender beyond the budget weakens their own votes, and nobody else’s', () => {
  const totals = countVotes([...sevens('ada', 12), ...sevens('mia', 1), { userId: 'leo', postId: 'p00', score: 2 }], none)
  expect(totals[0]).toEqual({ postId: 'p00', values: [9, 8.6, -4], score: 13.6, weightedValues: [9, 8.6, -4], weightedScore: 13.6 })
  expect(totals).toHaveLength(12)
})

test('votes weigh what a strong vote of their voter weighs, and the weighted score decides', () => {
  const votes: CountedVote[] = [
    ...['a', 'b', 'c'].map((userId) => ({ userId, postId: 'liked', score: 6 as const })),
    { userId: 'old', postId: 'weighty', score: 6 },
  ]
  const karmaOf = (userId: string): number => (userId === 'old' ? 1_000 : 9)
  expect(countVotes(votes, { karmaOf })).toEqual([
    { postId: 'weighty', values: [4], score: 4, weightedValues: [24], weightedScore: 24 },
    { postId: 'liked', values: [4, 4, 4], score: 12, weightedValues: [4, 4, 4], weightedScore: 12 },
  ])
})

test('in the last count a vote on a post without a review costs nothing, and is counted', () => {
  const votes = [...sevens('ada', 11), ...sevens('ada', 11, 11)]
  const isCharged = (postId: string): boolean => postId < 'p11'
  expect(countVotes(votes, { ...none, isCharged }).map(({ score }) => score)).toEqual(Array.from({ length: 22 }, () => 9))
  // T = 990: 45 / 1.98 = 22.7272…, (-1 + sqrt(182.81…)) / 2 = 6.2605.
  expect(countVotes(votes, none)[0]?.score).toBe(6.3)
})

// T = 450,000: 45 / 900 = 0.05, (-1 + sqrt(1.4)) / 2 = 0.0916.
test('10,000 of the strongest votes by one member weigh as much as a budget, and leave others’ as they are', () => {
  const votes = [
    ...Array.from({ length: 10_000 }, (_, n): CountedVote => ({ userId: 'ada', postId: `p${n}`, score: 7 })),
    ...sevens('mia', 1),
  ]
  const totals = countVotes(votes, none)
  expect(totals[0]).toMatchObject({ postId: 'p00', score: 9 })
  expect(new Set(totals.slice(1).map(({ score }) => score))).toEqual(new Set([0.1]))
  expect(totals).toHaveLength(10_001)
})

test('no vote is none, and a neutral one counts as nothing', () => {
  const votes: CountedVote[] = [
    { userId: 'ada', postId: 'p', score: 4 },
    { userId: 'mia', postId: 'p', score: 0 },
    { userId: 'mia', postId: 'q', score: 0 },
  ]
  expect(countVotes(votes, none)).toEqual([{ postId: 'p', values: [0], score: 0, weightedValues: [0], weightedScore: 0 }])
})

test('agrees with counting post by post and voter by voter, in whatever order votes come', () => {
  const vote = fc.record({
    userId: fc.constantFrom('a', 'b', 'c'),
    postId: fc.integer({ min: 0, max: 30 }).map((n) => `p${n}`),
    score: fc.constantFrom(...reviewScores),
  })
  const cast = fc.uniqueArray(vote, { selector: ({ userId, postId }) => `${userId} ${postId}`, maxLength: 93 })
  const karmas: Readonly<Record<string, number>> = { a: 0, b: 120, c: 30_000 }
  const powers: Readonly<Record<string, number>> = { a: 1, b: 3, c: 10 }
  fc.assert(
    fc.property(cast, fc.integer({ min: 0, max: 9 }), (votes, from) => {
      const isCharged = (postId: string): boolean => postId.length > 2 || postId >= `p${from}`
      const counted = countVotes(votes, { karmaOf: (id) => karmas[id] ?? 0, isCharged })
      expect(counted).toEqual(countVotes(votes.toReversed(), { karmaOf: (id) => karmas[id] ?? 0, isCharged }))
      for (const { postId, score, weightedScore, values } of counted) {
        const [plain, weighted, count] = naive(votes, postId, isCharged, powers)
        expect(score).toBeCloseTo(plain, 6)
        expect(weightedScore).toBeCloseTo(weighted, 6)
        expect(values).toHaveLength(count)
      }
      expect(new Set(counted.map(({ postId }) => postId))).toEqual(
        new Set(votes.filter(({ score }) => score > 0).map(({ postId }) => postId)),
      )
    }),
  )
})

const worth: readonly (readonly [cost: number, sign: number])[] = [
  [0, 0],
  [45, -1],
  [10, -1],
  [1, -1],
  [0, 0],
  [1, 1],
  [10, 1],
  [45, 1],
]

/** By the words of the rule, without anything of the product's: points n cost (n² + n) / 2. */
function naive(
  votes: readonly CountedVote[],
  postId: string,
  isCharged: (id: string) => boolean,
  powers: Readonly<Record<string, number>>,
) {
  let [plain, weighted, count] = [0, 0, 0]
  for (const { userId, score } of votes.filter((one) => one.postId === postId && one.score !== 0)) {
    const own = votes.filter((one) => one.userId === userId && isCharged(one.postId))
    const spent = own.reduce((total, one) => total + costOf(one.score), 0)
    const cost = spent > 500 ? costOf(score) / (spent / 500) : costOf(score)
    let points = 0
    // Upwards in small steps to the last that the cost pays for, then to one decimal.
    while (((points + 1e-4) ** 2 + points + 1e-4) / 2 <= cost + 1e-9) points += 1e-4
    const value = (worth[score]?.[1] ?? 0) * Number((points + 5e-5).toFixed(1))
    plain += value
    weighted += value * (powers[userId] ?? 0)
    count += 1
  }
  return [plain, weighted, count] as const
}

const costOf = (score: ReviewScore): number => worth[score]?.[0] ?? 0
