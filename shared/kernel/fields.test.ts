import { expect, test } from 'vitest'
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
