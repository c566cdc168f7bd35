import { expect, test } from 'vitest'
import { knownQuery } from './known-queries.ts'

test('a page that declares no parameters is cached once, whatever follows its question mark', () => {
  expect(knownQuery('/books/:year', '?limit=5&view=new&sort=old')).toBe('')
  expect(knownQuery('/of-a-new-entity', '?limit=5')).toBe('')
})

test('a list keeps the parameters it knows, in one order', () => {
  expect(knownQuery('/quicktakes', '?view=new&x=1&limit=5')).toBe('?limit=5&view=new')
})
