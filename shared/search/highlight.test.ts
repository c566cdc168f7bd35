import { expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { marked, meets, snippet } from './highlight.ts'
import { planOf } from './plan.ts'
import { parseSearch } from './query.ts'
import { wordsIn } from './words.ts'

const plan = (typed: string) => planOf(parseSearch(typed))
const shown = (pieces: readonly { readonly text: string; readonly isHit: boolean }[]) =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

test('what was looked for is marked as it was written', () => {
  expect(shown(marked('Cafés at LOW tide, and lower', plan('cafe "low tide" ')))).toBe('[Cafés] at [LOW tide], and lower')
})

test('the beginning of a word marks the whole word', () => {
  expect(shown(marked('Rationality, rationally', plan('ration')))).toBe('[Rationality], [rationally]')
})

test('markup in a text is text', () => {
  expect(marked('<b>tide</b>', plan('tide '))).toEqual([
    { text: '<b>', isHit: false },
    { text: 'tide', isHit: true },
    { text: '</b>', isHit: false },
  ])
})

test('a snippet is cut at words around the most hits', () => {
  const text = `${'Before it all. '.repeat(40)}Here the tide meets the harbour, tide after tide. ${'And then more. '.repeat(40)}`
  const found = shown(snippet(text, plan('tide harbour '), 120))
  expect(found).toMatch(/^…\w/u)
  expect(found).toContain('[tide] meets the [harbour], [tide] after [tide]')
  expect(found.endsWith('…')).toBe(true)
})

test('without a hit it is the beginning', () => {
  expect(shown(snippet(`One two. ${'three '.repeat(100)}`, plan('author '), 20))).toMatch(/^One two\. three/u)
})

test('phrases have to stand side by side, in this order', () => {
  const words = [...wordsIn('the tide is low')]
  expect(meets(words, plan('low tide '))).toBe(true)
  expect(meets(words, plan('"low tide"'))).toBe(false)
  expect(meets(words, plan('tide -low'))).toBe(false)
})

test('a snippet is a stretch of its text, whatever both are', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400, unit: 'grapheme' }),
      fc.string({ maxLength: 30 }),
      fc.integer({ min: 5, max: 100 }),
      (text, typed, characters) => {
        const found = snippet(text, plan(typed), characters)
          .map((piece) => piece.text)
          .join('')
          .replace(/^…|…$/gu, '')
        expect(text.replace(/\s/gu, ' ').replaceAll('…', '')).toContain(found.replaceAll('…', ''))
        expect(found.length).toBeLessThanOrEqual(characters + 1)
      },
    ),
  )
})

test('a long text with a hit at every word is done with at once', () => {
  expect(snippet('tide '.repeat(80_000), plan('tide'), 260).length).toBeGreaterThan(10)
})
