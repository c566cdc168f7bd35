import { expect, test } from 'vitest'
import { askedView, inOrder } from './drafts-view.ts'

const draft = (id: string, words: number, touchedAt: number, createdAt: number) => ({ id, words, touchedAt, createdAt })
const drafts = [draft('long', 10_000, 3, 1), draft('short', 9, 2, 3), draft('middle', 200, 1, 2)]
const order = (by: Parameters<typeof inOrder>[1], unsent: readonly string[] = []) =>
  inOrder(drafts, by, new Set(unsent)).map(({ id }) => id)

test('drafts stand in the order that is asked for; by words it is their number that counts', () => {
  expect(order('lastModified')).toEqual(['long', 'short', 'middle'])
  expect(order('lastModified', ['middle'])).toEqual(['middle', 'long', 'short'])
  expect(order('newest')).toEqual(['short', 'middle', 'long'])
  expect(order('wordCountAscending')).toEqual(['short', 'middle', 'long'])
  expect(order('wordCountDescending')).toEqual(['long', 'middle', 'short'])
})

test('an address says what it says and nothing else', () => {
  const asked = (search: string) => askedView(new URLSearchParams(search))
  expect(asked('')).toEqual({})
  expect(asked('sortDraftsBy=newest&includeShared=false')).toEqual({ sortDraftsBy: 'newest', includeShared: false })
  expect(asked('sortDraftsBy=karma&includeArchived=true')).toEqual({ includeArchived: true })
})
