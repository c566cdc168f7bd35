import { expect, test } from 'vitest'
import { fold, foldedWords, wantedWords, wordsIn } from './words.ts'

test.each([
  ['Café', 'cafe'],
  ['ÉTÉ', 'ete'],
  ['Straße', 'strasse'],
  ['Ørsted', 'orsted'],
  ['Ξένος', 'ξενοσ'],
  ['ёж', 'еж'],
  ["don't", 'dont'],
  ['ﬁne', 'fine'],
  ['２０２６', '2026'],
])('%s is looked for as %s', (written, word) => {
  expect(fold(written)).toBe(word)
})

test('letters written apart from their accents are the same words', () => {
  expect(foldedWords('Cafe\u0301')).toEqual(foldedWords('Caf\u00E9'))
})

test('words keep their places in the text as it was written', () => {
  const text = 'The “Café”, again.'
  expect(Array.from(wordsIn(text), ({ from, until }) => text.slice(from, until))).toEqual(['The', 'Café', 'again'])
})

test('vowel signs of scripts that need them stay', () => {
  expect(foldedWords('हिन्दी')).toEqual(['हिन्दी'])
})

test('runs without spaces are cut into pairs, and any part of them is found in order', () => {
  expect(foldedWords('検索機能')).toEqual(['検索', '索機', '機能', '能'])
  expect(wantedWords('検索機')).toEqual(['検索', '索機'])
  expect(wantedWords('索')).toEqual(['索'])
  expect(foldedWords('React検索')).toEqual(['react', '検索', '索'])
})

test('signs of scripts without spaces are signs too, and part the words around them', () => {
  expect(foldedWords('᧠ ។ ๏')).toEqual([])
  expect(foldedWords('ទឹក។ទឹក')).toEqual([...foldedWords('ទឹក'), ...foldedWords('ទឹក')])
})

test('a long word of letters of two units ends with a whole letter', () => {
  expect(foldedWords(`a${'𐌰'.repeat(40)}`)).toEqual([`a${'𐌰'.repeat(31)}`])
})

test('signs alone are no words', () => {
  expect(foldedWords('((((  *** -- "" && OR|| <script>')).toEqual(['or', 'script'])
})

test('a hundred thousand signs of every kind are done with at once', () => {
  for (const sign of ["'", '"', '(', 'a', "a'", '́', '検', '-', '"-', 'user:'])
    expect(foldedWords(sign.repeat(100_000)).length).toBeLessThan(100_001)
})
