import { expect, test } from 'vitest'
import { fc } from '#shared/testing/properties.ts'
import { compilePattern, maxWork } from './pattern.ts'
import { PatternError } from './pattern-program.ts'

const all = (source: string, text: string, isCaseSensitive = true) =>
  compilePattern(source, isCaseSensitive)(text, { left: maxWork }).map(({ from, to, groups }) => ({
    at: from,
    text: text.slice(from, to),
    groups,
  }))
const texts = (source: string, text: string, isCaseSensitive = true) => all(source, text, isCaseSensitive).map((found) => found.text)

test.each([
  ['a+', 'caaandaa', ['aaa', 'aa']],
  ['a+?', 'aaa', ['a', 'a', 'a']],
  ['colou?r', 'color colour', ['color', 'colour']],
  ['(one|two) (three)?', 'one three, two ', ['one three', 'two ']],
  ['\\d{2,3}', '1 12 1234', ['12', '123']],
  ['[a-c]+[^a-c]', 'abcx', ['abcx']],
  ['^the', 'the the', ['the']],
  ['end$', 'end end', ['end']],
  ['\\bcat\\b', 'cat concat cat', ['cat', 'cat']],
  ['\\w+', 'Grün мир_2 👩', ['Grün', 'мир_2']],
  ['.', '👩a', ['👩', 'a']],
  ['x*', 'axxb', ['xx']],
  ['(a*)*b', 'aaab', ['aaab']],
  ['[\\]]', 'a]', [']']],
  ['a/b', 'a/b', ['a/b']],
  ['\\p{Lu}', 'aBc', ['B']],
])('%s in %j', (source, text, found) => {
  expect(texts(source, text)).toEqual(found)
})

test('large and small letters are one where one does not ask for them', () => {
  expect(texts('straße', 'STRASSE Straße STRAßE', false)).toEqual(['Straße', 'STRAßE'])
  expect(texts('[a-z]+', 'AbC1', false)).toEqual(['AbC'])
})

test('groups are known, and those that took no part are not', () => {
  expect(all('(\\w+) (x)?(\\w+)', 'ada byron')[0]?.groups).toEqual(['ada byron', 'ada', undefined, 'byron'])
})

test('whatever the pattern of these signs, it finds what the browser finds', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '.',
    'a*',
    'b+',
    'a?',
    '(a|b)',
    '(ab)*',
    '(a|ab)',
    '(?:b|)',
    'a*?',
    '(a?b)+',
    '[ab]',
    '\\b',
    'a{2}',
    'b{1,2}',
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.stringMatching(/^[ab ]{0,12}$/), (pieces, text) => {
      const source = pieces.join('')
      const theirs = [...text.matchAll(new RegExp(source, 'gu'))].map(([found]) => found).filter((found) => found !== '')
      // The empty matches that both pass over may lead to other places after them.
      if ([...text.matchAll(new RegExp(source, 'gu'))].some(([found]) => found === '')) return
      expect(texts(source, text)).toEqual(theirs)
    }),
    { numRuns: 500 },
  )
})

test.each(['(a', 'a)', '[a', '*a', 'a{2000}', '(?=a)', '(?<x>a)', '\\1', 'a\\', '\\p', '\\p{Nothing}', 'x'.repeat(400), '(a{90}){90}'])(
  '%j is refused in words',
  (source) => {
    expect(() => compilePattern(source, true)).toThrow(PatternError)
  },
)

test('patterns that take other matchers for ever are done at once, or given up', () => {
  const text = 'a'.repeat(20_000)
  for (const source of ['(a+)+$', '(a|a)*b', '(a*)*(a*)*b', '(.*)(.*)(.*)x']) {
    const work = { left: maxWork }
    try {
      compilePattern(source, true)(text, work)
    } catch (error) {
      expect(error).toBeInstanceOf(PatternError)
    }
    expect(work.left).toBeGreaterThan(-2_000)
  }
})

test('nothing, repeated without end, is no work', () => {
  expect(texts('(?:){100}{100}{100}{100}{100}a', 'banana')).toEqual(['a', 'a', 'a'])
})
