import { expect, test } from 'vitest'
import { isReaderSetting } from './rules.ts'

test.each([
  ['theme', 'sepia', true],
  ['theme', 'purple', false],
  ['size', '5', true],
  ['size', '6', false],
  ['names', 'hidden', true],
  ['lists', 'long', true],
  ['order', 'replies', true],
  ['order', 'postCommentsNew', false],
  ['keys', 'off', true],
  ['keys', 'perhaps', false],
  ['key:next', 'ö', true],
  ['key:next', '', true],
  ['key:goHome', 'g 1', true],
  ['key:next', 'jj', false],
  ['key:next', ' ', false],
  ['key:next', '\u202E', false],
  ['key:toString', 'x', false],
  ['toString', 'x', false],
  ['__proto__', 'x', false],
])('%s set to %j is a setting: %s', (name, value, expected) => {
  expect(isReaderSetting(name, value)).toBe(expected)
})
