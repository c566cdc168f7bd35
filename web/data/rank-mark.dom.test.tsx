import { afterEach, expect, test } from 'vitest'
import { currentMark, markRank } from './rank-mark.ts'

afterEach(() => markRank(false, currentMark()))

/** As an answer of the server does. */
const signsIn = (mark: string): void => {
  document.cookie = `member=${mark}; Path=/; SameSite=Lax`
}

test('the mark of a member whose session ended goes, and one who signed in before there were marks gets it', () => {
  signsIn('a1')
  markRank(false, currentMark())
  expect(currentMark()).toBeUndefined()
  markRank(true, undefined)
  expect(currentMark()).toBe('1')
})

test('a member who signs in while a page still learns that nobody is here keeps the mark, or the next page would be a visitor’s', () => {
  const before = currentMark()
  signsIn('b2')
  markRank(false, before)
  expect(currentMark()).toBe('b2')
  const earlier = currentMark()
  signsIn('c3')
  markRank(false, earlier)
  expect(currentMark()).toBe('c3')
})
