import { expect, test } from 'vitest'
import { fc } from '#shared/testing/properties.ts'
import { isSameTyped, mergeText, mergeTyped } from './merge-typed.ts'

test.each([
  ['nobody else', 'a b', 'a b', 'a b c', 'a b c'],
  ['only they', 'a b', 'a b c', 'a b', 'a b c'],
  ['both the same', 'a', 'a b', 'a b', 'a b'],
  ['at different ends', 'middle', 'before middle', 'middle after', 'before middle after'],
  ['both at the end', 'A', 'A more', 'A key', 'A more key'],
  ['both begin a word', 'I read ', 'I read two', 'I read on a phone.', 'I read two on a phone.'],
  ['both go on with a word', 'I re', 'I read', 'I rest', 'I readst'],
  ['both begin a sign of many', '我', '我们', '我要', '我们要'],
  ['one goes on where the other stopped', 'A', 'A mo', 'A more', 'A more'],
  ['apart from each other', '', 'long text', 'word', 'long text\n\nword'],
  ['one has the other in it', '', 'long', 'long text', 'long text'],
  ['they took it away', 'A b', '', 'A b c', ' c'],
  ['it was emptied here, and cut there', 'First. And second.', 'And second.', '', 'And second.'],
  ['it was emptied there, and cut here', 'First. And second.', '', 'And second.', 'And second.'],
  ['it was sent there, and gone on with here', 'First.', 'And second.', 'First. And second.', 'And second.'],
  ['it was sent here, and gone on with further', 'First.', 'First. And', 'And second.', 'And second.'],
  ['it was sent here before the last word', 'First.', 'First. And second.', 'And', 'And second.'],
])('where %s changed it, each word is there once', (_who, base, theirs, mine, merged) => {
  expect(mergeText(base, theirs, mine)).toBe(merged)
})

test('no word that either added is lost', () => {
  const words = fc.array(fc.constantFrom('one', 'two', 'three', 'four'), { maxLength: 6 })
  fc.assert(
    fc.property(words, fc.nat(6), fc.nat(6), (list, at, place) => {
      const base = list.join(' ')
      const theirs = [...list.slice(0, at), 'theirs', ...list.slice(at)].join(' ')
      const mine = [...list.slice(0, place), 'mine', ...list.slice(place)].join(' ')
      const merged = mergeText(base, theirs, mine)
      expect([merged.split('theirs').length, merged.split('mine').length]).toEqual([2, 2])
    }),
  )
})

test('no character is cut in two', () => {
  expect(mergeText('a 😀 b', 'a 😁 b', 'a 😂 b')).toBe('a 😁😂 b')
  expect(mergeText('😀', '😀😀', '😀 and more')).toBe('😀😀 and more')
})

test('a form’s fields are merged one by one', () => {
  expect(mergeTyped({ a: 'x' }, { a: 'x', b: 'theirs' }, { a: 'x y' })).toEqual({ a: 'x y', b: 'theirs' })
  expect(isSameTyped({ a: 'x' }, { a: 'x', b: '' })).toBe(true)
})
