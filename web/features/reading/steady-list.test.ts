import { expect, test } from 'vitest'
import { steadyList } from './steady-list.ts'

const items = (ids: string) => [...ids].map((id) => ({ id }))
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join('')

test.each([
  ['abc', 'ac', 'abc', 'what was taken off stays in its place'],
  ['abc', 'bc', 'abc', 'the first one too'],
  ['abc', '', 'abc', 'all of them'],
  ['abc', 'abcde', 'abcde', 'what comes at the end comes'],
  ['abc', 'xac', 'xbac', 'what comes at the beginning comes first'],
])('%s, then %s: %s (%s)', (before, now, expected) => {
  expect(ids(steadyList(items(before), items(now)))).toBe(expected)
})
