import { expect, test } from 'vitest'
import { anInlineComment, idOf, T0 } from '#shared/testing/factories.ts'
import { inTextOrder, isUnread, threadsOf } from './threads.ts'

const root = anInlineComment({ id: idOf(1) })
const answer = anInlineComment({ id: idOf(2), parentId: idOf(1), anchor: null, authorId: idOf(9), createdAt: T0 + 5 })

test('answers stand under what they answer', () => {
  expect(threadsOf([root, answer])).toEqual([{ root, replies: [answer] }])
})

test('what was removed is gone, but for the one that others have answered', () => {
  const removed = { ...root, removedAt: T0 + 9, body: '' }
  expect(threadsOf([removed])).toEqual([])
  expect(threadsOf([removed, { ...answer, removedAt: T0 + 9 }])).toEqual([])
  expect(threadsOf([removed, answer])).toEqual([{ root: removed, replies: [answer] }])
})

test('unread is what others have said since one looked', () => {
  const thread = { root, replies: [answer] }
  expect(isUnread(thread, root.authorId, T0)).toBe(true)
  expect(isUnread(thread, root.authorId, T0 + 5)).toBe(false)
  expect(isUnread({ root, replies: [] }, root.authorId, 0)).toBe(false)
})

test('threads stand in the order of the text, about the whole first, what was deleted last', () => {
  const at: Readonly<Record<string, number>> = { [idOf(3)]: 40, [idOf(4)]: 12 }
  const threads = [idOf(3), idOf(4), idOf(5), idOf(6)].map((id) => ({ root: anInlineComment({ id }), replies: [] }))
  const whole = { root: anInlineComment({ id: idOf(7), anchor: null }), replies: [] }
  const order = inTextOrder([...threads, whole], (id) => at[id]).map(({ root: { id } }) => id)
  expect(order).toEqual([idOf(7), idOf(4), idOf(3), idOf(5), idOf(6)])
})
