import { expect, test } from 'vitest'
import { breakable } from './breakable.ts'
import { line } from './fields.ts'

const title = line(1, 20)

test.each([
  ['outer and doubled white space goes', '  a \n\t b ', 'a b'],
  ['direction overrides and NUL go', 'a\u202Eb\u0000c', 'abc'],
  ['joiners of Persian and of emoji stay', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ['decomposed letters are composed', 'e\u0301', 'é'],
])('%s', (_what, given, kept) => {
  expect(title.parse(given)).toBe(kept)
})

test.each([
  ['', 'empty'],
  [' \u200B ', 'only unseen characters'],
  ['x'.repeat(21), 'too long'],
])('%j is refused: %s', (given) => {
  expect(title.safeParse(given).success).toBe(false)
})

test('a chain of emoji that joiners never let break is broken, and no emoji of Unicode is', () => {
  const chain = Array.from({ length: 40 }, () => '👩🏽').join('\u200D')
  expect(breakable(`a ${chain} b`)).toBe(`a ${chain.replaceAll('\u200D', '\u200B')} b`)
  for (const kept of ['👩🏽‍❤️‍💋‍👨🏿', '👨‍👩‍👧‍👦'.repeat(50), '🏴‍☠️', 'می\u200Dخواهم'.repeat(20)]) expect(breakable(kept)).toBe(kept)
})
