import { expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { asksForSomething, parseSearch, searchLimits } from './query.ts'

const must = (typed: string) => parseSearch(typed).must.map(({ words, isExact }) => (isExact ? `"${words.join(' ')}"` : words.join(' ')))

test('words stand by themselves, in the order typed', () => {
  expect(must('  Low   TIDE harbour ')).toEqual(['low', 'tide', 'harbour'])
})

test.each([
  ['"low tide" boats', ['"low tide"', 'boats']],
  ["'low tide' boats", ['"low tide"', 'boats']],
  ['“low tide” boats', ['"low tide"', 'boats']],
  ["don't 'til dawn", ['dont', 'til', 'dawn']],
  ['"never closed', ['"never closed"']],
  ['state-of-the-art', ['state of the art']],
  ['""', []],
])('%s asks for %j', (typed, wanted) => {
  expect(must(typed)).toEqual(wanted)
})

test('a minus leaves out: a word, a phrase, a person, a tag', () => {
  const { must: wanted, not, notUsers, notTags } = parseSearch('tide -harbour -"low water" -user:Ada -tag:"Night Watch"')
  expect(wanted.map(({ words }) => words)).toEqual([['tide']])
  expect(not.map(({ words }) => words.join(' '))).toEqual(['harbour', 'low water'])
  expect([notUsers, notTags]).toEqual([['ada'], ['night-watch']])
})

test('people and tags by name, in any letters', () => {
  const { users, tags } = parseSearch('user:"Ada  Example" USER:bo tag:Statistics wikitag:"Night Watch"')
  expect(users).toEqual(['ada example', 'bo'])
  expect(tags).toEqual(['statistics', 'night-watch'])
})

test.each(['(a OR b) AND NOT c*', 'NEAR(a b, 5)', 'a | b & !c <-> d', 'body:secret', '^begin', '{a b}:c', "'; drop table posts; --"])(
  'the operators of search engines are words or nothing: %s',
  (typed) => {
    for (const word of parseSearch(typed).must.flatMap(({ words }) => words)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
  },
)

test('only the last plain word may go on', () => {
  expect(parseSearch('low ti').isOpen).toBe(true)
  for (const typed of ['low ti ', 'low "ti"', 'low -ti', 'low tag:ti', '']) expect(parseSearch(typed).isOpen).toBe(false)
})

test('what is only left out asks for nothing', () => {
  expect(asksForSomething(parseSearch('-harbour -tag:x'))).toBe(false)
  expect(asksForSomething(parseSearch('tag:x'))).toBe(true)
})

test('more than is looked for is cut, and said to be', () => {
  const words = parseSearch('word '.repeat(1_000))
  expect(words.must).toHaveLength(searchLimits.terms)
  expect(words.isCut).toBe(true)
  expect(parseSearch('x'.repeat(10_000)).isCut).toBe(true)
  expect(parseSearch('low tide').isCut).toBe(false)
})

test('whatever is typed has a bounded meaning without an error', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600, unit: 'binary' }), (typed) => {
      const { must: wanted, not, users, tags, notUsers, notTags } = parseSearch(typed)
      expect(wanted.length + not.length + users.length + tags.length + notUsers.length + notTags.length).toBeLessThanOrEqual(
        searchLimits.terms,
      )
      for (const word of [...wanted, ...not].flatMap(({ words }) => words)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
    }),
  )
})
