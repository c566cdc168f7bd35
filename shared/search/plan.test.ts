import { expect, test } from 'vitest'
import { planOf } from './plan.ts'
import { parseSearch } from './query.ts'

const needs = (typed: string) =>
  planOf(parseSearch(typed)).needs.map((any) => any.map(({ words, isBeginning }) => `${words.join(' ')}${isBeginning ? '*' : ''}`))

test('a word stands for its plural and back', () => {
  expect(needs('essay tides ')).toEqual([
    ['essay', 'essays'],
    ['tides', 'tide'],
  ])
  expect(needs('theories city churches ')).toEqual([
    ['theories', 'theory'],
    ['city', 'cities'],
    ['churches', 'church', 'churche'],
  ])
})

test('between quotation marks it stands for itself', () => {
  expect(needs('"essay"')).toEqual([['essay']])
})

test('the last word may be the beginning of a longer one, when it is long enough to mean anything', () => {
  expect(needs('low ti')).toEqual([['low', 'lows'], ['ti*']])
  expect(needs('low t')).toEqual([['low', 'lows'], ['t']])
})

test('synonyms are looked for too, in both directions', () => {
  expect(needs('AI ')[0]).toContain('artificial intelligence')
  expect(needs('colour ')[0]).toContain('color')
})

test('one sign of a script without spaces begins its pairs', () => {
  expect(needs('索')).toEqual([['索*']])
})
