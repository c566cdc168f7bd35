import { expect, test } from 'vitest'
import { retryPause, spreadPause } from './rate-limit.ts'

test('the pause is anywhere between nothing and a bound that doubles from half a second to thirty seconds', () => {
  expect([0, 1, 2, 5, 6, 60].map((tries) => retryPause(tries, 1))).toEqual([500, 1_000, 2_000, 16_000, 30_000, 30_000])
  expect(retryPause(6, 0)).toBe(0)
  expect(retryPause(1, 0.25)).toBe(250)
})

test('a server that goes down says over how long its devices should come back', () => {
  expect(spreadPause(1_000, 15_000, 0)).toBe(1_000)
  expect(spreadPause(1_000, 15_000, 1)).toBe(16_000)
})
