import { expect, test } from 'vitest'
import { decayedScore } from './ranking.ts'

const hour = 3_600_000
const base = { baseScore: 20, publishedAt: 0, isFrontpage: false, isCurated: false }

test('the score is (base + bonuses) / (age in hours + 6) ^ 1.15', () => {
  expect(decayedScore(base, 4 * hour)).toBeCloseTo(20 / 10 ** 1.15, 5)
  expect(decayedScore({ ...base, isFrontpage: true, isCurated: true }, 4 * hour)).toBeCloseTo(40 / 10 ** 1.15, 5)
})

test('it falls with age and never for the future', () => {
  expect(decayedScore(base, 10 * hour)).toBeLessThan(decayedScore(base, 9 * hour))
  expect(decayedScore(base, -hour)).toBe(decayedScore(base, 0))
})
