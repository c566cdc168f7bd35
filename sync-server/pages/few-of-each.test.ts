import { expect, test } from 'vitest'
import { FewOfEach } from './few-of-each.ts'

test('of each group so many stay; what was asked for longest ago goes first', () => {
  const few = new FewOfEach(2)
  expect([few.note('search', 'a'), few.note('search', 'b'), few.note('rss', 'c')]).toEqual([[], [], []])
  few.note('search', 'a')
  expect(few.note('search', 'd')).toEqual(['b'])
  expect(few.note('search', 'a')).toEqual([])
  expect(few.note('search', 'b')).toEqual(['d'])
})
