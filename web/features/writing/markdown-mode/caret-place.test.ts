import { expect, test } from 'vitest'
import { caretAfter } from './caret-place.ts'

const moved = (before: string, after: string): string => {
  const caret = before.indexOf('^')
  const at = caretAfter(before.replace('^', ''), after, caret)
  return `${after.slice(0, at)}^${after.slice(at)}`
}

test.each([
  ['one\ntw^o\nthree', 'zero\none\ntwo\nthree', 'zero\none\ntw^o\nthree'],
  ['one\ntw^o\nthree', 'one\ntwo\nthree\nfour', 'one\ntw^o\nthree\nfour'],
  ['one\ntw^o', 'one, more\ntwo', 'one, more\ntw^o'],
  ['one\ntwo changed^\nthree', 'one\ntwo\nthree', 'one\ntwo^\nthree'],
  ['a^', '', '^'],
])('%j becomes %j', (before, after, expected) => {
  expect(moved(before, after)).toBe(expected)
})
