import { expect, test } from 'vitest'
import { knownQuery } from './known-queries.ts'

test('a page that declares no parameters is cached once, whatever follows its question mark', () => {
  expect(knownQuery({ path: '/books/:year' }, '?limit=5&view=new&sort=old')).toBe('')
  expect(knownQuery({ path: '/of-a-new-entity' }, '?limit=5')).toBe('')
})

test('a list keeps the parameters it knows, in one order', () => {
  expect(knownQuery({ path: '/quicktakes' }, '?view=new&x=1&limit=5')).toBe('?limit=5&view=new')
})

test('a page whose manifest says so takes a limit, and nothing else', () => {
  expect(knownQuery({ path: '/of-a-new-entity', takesLimit: true }, '?limit=5&view=new')).toBe('?limit=5')
  expect(knownQuery({ path: '/of-a-new-entity', takesLimit: true }, '?limit=all')).toBe('')
})
