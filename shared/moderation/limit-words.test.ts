import { expect, test } from 'vitest'
import { limitWords } from './limit-words.ts'

test.each([
  ['allComments', 3, 1, 'days', 'At most 3 comments a day'],
  ['allComments', 1, 1, 'hours', 'At most 1 comment an hour'],
  ['allPosts', 1, 2, 'weeks', 'At most 1 post every 2 weeks'],
  ['allPosts', 0, 1, 'weeks', 'No posts'],
] as const)('%s, %i in %i %s: %s', (type, actionsPerInterval, intervalLength, intervalUnit, words) => {
  expect(limitWords({ type, actionsPerInterval, intervalLength, intervalUnit })).toBe(words)
})
