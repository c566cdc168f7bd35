import { expect, test } from 'vitest'
import { besideRail, windowOnRail } from './rail-scale.ts'

const points = [
  [100, 0],
  [300, 20],
  [1_300, 40],
  [5_000, 80],
] as const

test.each([
  [0, 0],
  [100, 0],
  [200, 10],
  [300, 20],
  [800, 30],
  [1_300, 40],
  [9_000, 80],
])('what is %i px down the page stands %i px down the list', (page, rail) => {
  expect(besideRail(points, page)).toBe(rail)
})

test('the window is never smaller than can be seen, and never outside of the bar', () => {
  expect(windowOnRail(points, 300, 800)).toEqual({ top: 20, height: 10 })
  expect(windowOnRail(points, 300, 310)).toEqual({ top: 20, height: 10 })
  expect(windowOnRail(points, 9_000, 9_900)).toEqual({ top: 70, height: 10 })
  expect(windowOnRail([], 5, 9)).toEqual({ top: 0, height: 10 })
})
