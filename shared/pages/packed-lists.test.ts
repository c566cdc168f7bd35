import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packLists, unpackLists } from './packed-lists.ts'

const rows = Array.from({ length: 9 }, (_none, n) => ({ id: `c${n}`, score: n % 2, ...(n === 4 ? { tags: ['a', null] } : {}) }))

test('a list of like things says each name once', () => {
  const text = JSON.stringify({ rows }, packLists)
  expect(text.match(/"id"/gu)).toHaveLength(1)
  expect(text.length).toBeLessThan(JSON.stringify({ rows }).length * 0.7)
  expect(JSON.parse(text, unpackLists)).toEqual({ rows })
})

test('what most rows have is said once', () => {
  const mixed = rows.map((row, n) => ({ ...row, lang: n === 3 ? 'ar' : 'en', dir: null }))
  const text = JSON.stringify({ mixed }, packLists)
  expect(text.match(/"en"/gu)).toHaveLength(1)
  expect(JSON.parse(text, unpackLists)).toEqual({ mixed })
})

test('id and slug stand together as in links, unless one of them is no part of a path', () => {
  const posts = rows.map((row, n) => ({ ...row, slug: `a-post-${n}` }))
  expect(JSON.stringify(posts, packLists)).toContain('"c8/a-post-8"')
  const odd = [...posts.slice(1), { ...posts[0], slug: 'a/b' }]
  expect(JSON.stringify(odd, packLists)).toContain('"a/b"')
  for (const list of [posts, odd]) expect(JSON.parse(JSON.stringify(list, packLists), unpackLists)).toEqual(list)
})

test('a short list stays as it is', () => {
  expect(JSON.stringify(rows.slice(0, 7), packLists)).toBe(JSON.stringify(rows.slice(0, 7)))
})

test('whatever is packed comes back, lists in lists too', () => {
  const thing = fc.record({ a: fc.jsonValue(), b: fc.option(fc.jsonValue(), { nil: undefined }) }, { requiredKeys: ['a'] })
  const lists = fc.array(fc.record({ list: fc.array(thing, { maxLength: 12 }), n: fc.integer() }), { maxLength: 12 })
  fc.assert(
    fc.property(lists, (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value))
      expect(JSON.parse(JSON.stringify(value, packLists), unpackLists)).toEqual(plain)
    }),
    { numRuns: 200 },
  )
})
