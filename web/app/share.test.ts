import { expect, test } from 'vitest'
import { share } from './share.ts'

const discussion = (...comments: readonly { readonly id: string; readonly score: number }[]) => ({
  people: [{ id: 'p', name: 'Pia' }],
  comments,
})

test('what equals the answer before is the very answer before', () => {
  const before = discussion({ id: 'a', score: 1 }, { id: 'b', score: 2 })
  expect(share(before, discussion({ id: 'a', score: 1 }, { id: 'b', score: 2 }))).toBe(before)
})

test('one changed comment leaves every other object as it was', () => {
  const before = discussion({ id: 'a', score: 1 }, { id: 'b', score: 2 })
  const after = share(before, discussion({ id: 'a', score: 1 }, { id: 'b', score: 3 }))
  expect(after.comments[0]).toBe(before.comments[0])
  expect(after.people).toBe(before.people)
  expect(after.comments[1]).toEqual({ id: 'b', score: 3 })
})

test('a comment that comes in between does not make those behind it new', () => {
  const before = discussion({ id: 'a', score: 1 }, { id: 'c', score: 2 })
  const after = share(before, discussion({ id: 'a', score: 1 }, { id: 'b', score: 9 }, { id: 'c', score: 2 }))
  expect(after.comments.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(after.comments[2]).toBe(before.comments[1])
})

test('a changed order, a shorter list and a missing field are changes', () => {
  const before = discussion({ id: 'a', score: 1 }, { id: 'b', score: 2 })
  expect(share(before, discussion({ id: 'b', score: 2 }, { id: 'a', score: 1 })).comments.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(share(before, discussion({ id: 'a', score: 1 })).comments).toHaveLength(1)
  expect(share({ a: 1, b: undefined }, { a: 1 })).toEqual({ a: 1 })
  expect(Object.keys(share({ a: 1 }, { a: 1, b: undefined }))).toEqual(['a', 'b'])
})

test('a key of any name is data and nothing else', () => {
  const odd: unknown = JSON.parse('{"__proto__": {"polluted": true}}')
  const after = share({ a: 1 }, odd)
  expect(JSON.stringify(after)).toBe('{"__proto__":{"polluted":true}}')
  expect(Object.getPrototypeOf(after)).toBe(Object.prototype)
})
