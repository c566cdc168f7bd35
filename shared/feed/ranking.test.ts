import { expect, test } from 'vitest'
import { decayedScore } from './ranking.ts'
import { hourMs } from '../kernel/durations.ts'
const base = { baseScore: 20, publishedAt: 0, isFrontpage: false, isCurated: false }

test('the score is (base + bonuses) / (age in hours + 6) ^ 1.15', () => {
  expect(decayedScore(base, 4 * hourMs)).toBeCloseTo(20 / 10 ** 1.15, 5)
  expect(decayedScore({ ...base, isFrontpage: true, isCurated: true }, 4 * hourMs)).toBeCloseTo(40 / 10 ** 1.15, 5)
})

test('it falls with age and never for the future', () => {
  expect(decayedScore(base, 10 * hourMs)).toBeLessThan(decayedScore(base, 9 * hourMs))
  expect(decayedScore(base, -hourMs)).toBe(decayedScore(base, 0))
})
