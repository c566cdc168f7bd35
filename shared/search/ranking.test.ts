import { expect, test } from 'vitest'
import { commentBoost, postBoost, tagBoost, userBoost } from './ranking.ts'
import { dayMs } from '../kernel/durations.ts'

test('karma lifts a post to at most twice its rank, by half of that at the pivot', () => {
  expect(postBoost(0)).toBe(1)
  expect(postBoost(-5)).toBe(1)
  expect(postBoost(20)).toBeCloseTo(1.5)
  expect(postBoost(1_000_000)).toBeLessThanOrEqual(2)
})

test('a comment above 50 is lifted more than one at 50', () => {
  expect(commentBoost(51) - commentBoost(50)).toBeGreaterThan(0.1)
})

test('members are lifted in three steps, older accounts a little', () => {
  const steps = [0, 10, 100, 1_000].map((karma) => userBoost(karma, 0))
  expect(new Set(steps).size).toBe(4)
  expect(userBoost(0, 10 * 365 * dayMs) - userBoost(0, 0)).toBeLessThan(0.1)
})

test('a core tag is lifted, one that is liked and one with many posts; all three at most double a tag’s rank', () => {
  const plain = { postCount: 0, likes: 0, isCore: false }
  expect(tagBoost(plain)).toBe(1)
  for (const more of [{ isCore: true }, { likes: 10 }, { postCount: 20 }]) expect(tagBoost({ ...plain, ...more })).toBeGreaterThan(1.1)
  expect(tagBoost({ postCount: 1e9, likes: 1e9, isCore: true })).toBeLessThanOrEqual(2)
})
