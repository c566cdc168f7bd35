import { expect, test } from 'vitest'
import { limitOf } from './limit-of.ts'

test.each([
  ['what is asked for', '40', 40],
  ['no more than its ceiling', '5000', 1_000],
  ['its first rows for what is no number', 'all', 20],
  ['its first rows for less than nothing', '-5', 20],
  ['its first rows for half a row', '20.5', 20],
])('a list gives %s', (_what, asked, given) => {
  expect(limitOf(new URLSearchParams({ limit: asked }), 20)).toBe(given)
})
