import { expect, test } from 'vitest'
import { links } from '../links.ts'
import { parseSearchParams, searchQuery } from './params.ts'

const parse = (text: string) => parseSearchParams(new URLSearchParams(text))

test('every parameter is read back from the link that it was written into', () => {
  const asked = {
    query: 'low "tide"',
    kind: 'comments',
    page: 3,
    sort: 'karma',
    tags: ['night-watch', 'sea'],
    isCurated: true,
    date: 'year',
  } as const
  expect(parse(links.search(searchQuery(asked)).split('?')[1] ?? '')).toEqual(asked)
})

test('what is not understood takes its usual value', () => {
  const usual = parse('query=x')
  expect(parse('query=x&contentType=sql&page=-1&sort=up&date=never&toggle=all&tags=,,')).toEqual(usual)
  expect(links.search(searchQuery(usual))).toBe('/search?query=x')
})

test('pages end somewhere, and so does a query', () => {
  expect(parse('page=99999').page).toBe(50)
  expect(parse(`query=${'x'.repeat(10_000)}`).query).toHaveLength(401)
})

test('tags are not sorted, and sequences have no karma', () => {
  expect(parse('contentType=sequences&sort=karma').sort).toBe('relevance')
  expect(parse('contentType=sequences&sort=oldest_first').sort).toBe('oldest_first')
  expect(parse('contentType=tags&sort=karma').sort).toBe('relevance')
})
