import { expect, test } from 'vitest'
import { attemptWaitMs } from './attempt-wait.ts'

const limit = { max: 3, windowMs: 60_000, firstWaitMs: 1_000 }
const now = 1_000_000

test.each([
  ['no tries', [], 0],
  ['fewer tries than are free', [now - 1, now - 2], 0],
  ['the last free try', [now - 1, now - 2, now - 3], 999],
  ['one try more', [now - 1, now - 2, now - 3, now - 4], 1_999],
  ['two more', [now, now - 2, now - 3, now - 4, now - 5], 4_000],
  ['a hundred more', Array.from({ length: 103 }, () => now), 60_000],
  ['tries that the window has left behind', [now - 60_000, now - 70_000, now - 80_000], 0],
  ['a wait that is over', [now - 1_000, now - 2_000, now - 3_000], 0],
])('%s', (_what, triedAt, expected) => {
  expect(attemptWaitMs(triedAt, limit, now)).toBe(expected)
})

test('without growth the wait ends when the oldest of the free tries leaves the window', () => {
  expect(attemptWaitMs([now - 10_000, now - 20_000, now - 50_000], { ...limit, firstWaitMs: 0 }, now)).toBe(10_000)
})
