import { expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { searchProbes } from '../testing/search-probes.ts'
import { marked, meets, snippet } from './highlight.ts'
import { planOf } from './plan.ts'
import { parseSearch } from './query.ts'
import { foldedWords, wordsIn } from './words.ts'

// The space after it says that the last word has been typed to its end.
const plan = (typed: string) => planOf(parseSearch(`${typed} `))
const shown = (text: string, typed: string): string =>
  marked(text, plan(typed))
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('')

test('the table has more than twenty writing systems', () => {
  expect(new Set(searchProbes.map(({ script }) => script)).size).toBeGreaterThan(20)
})

test.each(searchProbes)('$script: what is looked for is found, and nothing else', ({ text, finds, misses }) => {
  const isFound = (typed: string): boolean => plan(typed).needs.length > 0 && meets([...wordsIn(text)], plan(typed))
  expect(finds.filter((typed) => !isFound(typed))).toEqual([])
  expect(misses.filter(isFound)).toEqual([])
})

test.each(searchProbes)('$script: what was found is marked in the text as it was written', ({ text, finds }) => {
  for (const typed of finds) {
    for (const pieces of [marked(text, plan(typed)), snippet(text, plan(typed), 1_000)]) {
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      expect([typed, pieces.some(({ isHit }) => isHit)]).toEqual([typed, true])
    }
  }
})

test.each([
  ['今日のニュースです', 'ニュース', '今日の[ニュース]です'],
  ['新ﾃﾞｰﾀﾍﾞｰｽだ', 'ベース', '新ﾃﾞｰﾀ[ﾍﾞｰｽ]だ'],
  ['が、か\u3099っこう', 'がっこう', 'が、[か\u3099っこう]'],
  ['Eine Donau\u00ADfahrt.', 'donaufahrt', 'Eine [Donau\u00ADfahrt].'],
  ['من می\u200Cخواهم که', 'ميخواهم', 'من [می\u200Cخواهم] که'],
  ['هذا الكبـــير جدا', 'الكبير', 'هذا [الكبـــير] جدا'],
  ['在葛\u{E0100}城。', '葛', '在[葛\u{E0100}城]。'],
  ['城は葛\u{E0100}。', '葛', '城は[葛\u{E0100}]。'],
  ['ไปทำงาน', 'ทำ', 'ไป[ทำ]งาน'],
  ['a\uFEFFb c', 'ab', '[a\uFEFFb] c'],
  ['word\u200B, next', 'word', '[word]\u200B, next'],
])('in %j, %j is marked as %j', (text, typed, wanted) => {
  expect(shown(text, typed)).toBe(wanted)
})

test('invisible characters alone are no words, and none stands in a word', () => {
  expect(foldedWords('\u00AD \u200B\u200C\u200D \u2060 \uFE0F \uFEFF \u0640 \u3164 \u{E0100}')).toEqual([])
  expect(foldedWords('\u200Bte\u00ADa\u200B')).toEqual(['tea'])
})

test('the marks of numbers in Arabic are signs that stand between words', () => {
  expect(foldedWords('الرحيم\u06DD١')).toEqual(['الرحيم', '١'])
})

test('a minus after a mark of direction still leaves a word out', () => {
  expect(parseSearch('tea \u200F-milk ')).toMatchObject({ must: [{ words: ['tea'] }], not: [{ words: ['milk'] }] })
})

test('a hundred thousand invisible characters are done with at once', () => {
  for (const sign of ['\u200B', 'a\u200B', '検\u200B', '\u0640', 'ｶﾞ', '検\u0301\u0323', "a\u200B'"])
    expect(foldedWords(sign.repeat(100_000)).length).toBeLessThan(300_001)
  expect(foldedWords(`検${'\u0301'.repeat(100_000)}`).length).toBeLessThan(100_002)
  expect(foldedWords(`a${'\u200B'.repeat(100_000)}検`)).toEqual(['a', '検'])
})

test('whatever stands unseen between the characters of a text, its words are the same', () => {
  const texts = fc.oneof(fc.string({ maxLength: 60, unit: 'grapheme' }), fc.constantFrom(...searchProbes.map(({ text }) => text)))
  const unseen = fc.constantFrom('\u00AD', '\u200B', '\u200C', '\u200D', '\u2060', '\u200F', '\uFEFF', '\uFE0F')
  fc.assert(
    fc.property(texts, unseen, (text, sign) => {
      expect(foldedWords([...text].join(sign))).toEqual(foldedWords(text))
    }),
  )
})
