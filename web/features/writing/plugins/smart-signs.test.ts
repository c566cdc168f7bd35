import { expect, test } from 'vitest'
import { curved } from './smart-signs.ts'

const typed = (text: string, lang: string): string => {
  let out = ''
  for (const sign of text) out += (sign === '"' || sign === "'" ? curved(sign, out, lang) : null) ?? sign
  return out
}

test.each([
  ['en', '"Don\'t," she said, \'it\'s "ours".\'', '“Don’t,” she said, ‘it’s “ours”.’'],
  ['de', "\"Er sagte 'ja' und geht's?\"", '„Er sagte ‚ja‘ und geht’s?“'],
  ['fr', 'Il dit "oui" et l\'eau', 'Il dit «\u202Foui\u202F» et l’eau'],
  ['sv', '"hej"', '”hej”'],
  ['ru', '("да")', '(«да»)'],
  ['en-GB', '"a"', '“a”'],
  ['ja', '"a" \'b\'', '"a" \'b\''],
  ['', '"a"', '"a"'],
])('in %s, %s is printed', (lang, text, printed) => {
  expect(typed(text, lang)).toBe(printed)
})
