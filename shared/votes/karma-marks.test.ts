import { expect, test } from 'vitest'
import { marksReached, nearestMark, withMarks } from './karma-marks.ts'

test.each([
  [-5, 2],
  [1, 2],
  [15, 2],
  [16, 30],
  [36, 30],
  [37, 45],
  [60, 75],
  [100, 125],
  [161, 125],
  [162, 200],
  [9_999, 200],
])('%i stands for the mark %i', (asked, mark) => {
  expect(nearestMark(asked)).toBe(mark)
})

test('a mark keeps the moment at which it was first reached', () => {
  const first = withMarks({ maxBaseScore: 0 }, 31, 1_000)
  expect(first).toEqual([1_000, 1_000])
  expect(withMarks({ maxBaseScore: 31, reachedAt: first }, 31, 2_000)).toEqual([1_000, 1_000])
  expect(withMarks({ maxBaseScore: 31, reachedAt: first }, 80, 3_000)).toEqual([1_000, 1_000, 3_000, 3_000])
})

test('what was reached before anybody took note has no moment, and what comes later does', () => {
  expect(marksReached({ maxBaseScore: 40 })).toEqual([0, 0])
  expect(withMarks({ maxBaseScore: 40 }, 46, 5_000)).toEqual([0, 0, 5_000])
})
