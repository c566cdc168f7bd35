import { expect, test } from 'vitest'
import type { ThreadComment } from './queries.ts'
import { unknownMember } from '../accounts/queries.ts'
import { aComment, idOf, T0 } from '../testing/factories.ts'
import { emptyTally } from './queries.ts'
import { commentOrderOf } from './offered-orders.ts'
import { commentTree, startsFolded } from './tree.ts'
import { hourMs } from '../kernel/durations.ts'

function item(n: number, parent: number | null, changes: { score?: number; at?: number; removedBy?: 'author' } = {}): ThreadComment {
  const id = idOf(n)
  return {
    comment: aComment({
      id,
      parentId: parent === null ? null : idOf(parent),
      postedAt: T0 + (changes.at ?? n),
      removedBy: changes.removedBy ?? null,
    }),
    author: unknownMember,
    tally: { ...emptyTally('comment', id, idOf(1)), baseScore: changes.score ?? 0 },
  }
}

const idsOf = (nodes: ReturnType<typeof commentTree>): string[] => nodes.map((node) => node.item.comment.id)

test.each([
  ['postCommentsTop', [3, 1, 2]],
  ['postCommentsNew', [3, 2, 1]],
  ['postCommentsOld', [1, 2, 3]],
] as const)('%s orders the top level', (order, expected) => {
  const nodes = commentTree([item(1, null, { score: 5 }), item(2, null, { score: 1 }), item(3, null, { score: 9 })], order, T0)
  expect(idsOf(nodes)).toEqual(expected.map(idOf))
})

test('by recent replies, an old comment with a new reply comes before a newer one without', () => {
  const nodes = commentTree([item(1, null), item(2, null), item(3, 1, { at: 50 })], 'postCommentsRecentReplies', T0)
  expect(idsOf(nodes)).toEqual([idOf(1), idOf(2)])
})

test('an address that asks for the best comments, or for an order that there is not, has them by score', () => {
  expect([commentOrderOf('postCommentsBest', {}), commentOrderOf('x', {})]).toEqual(['postCommentsTop', 'postCommentsTop'])
})

test('magic lets a new comment pass an old one with the same score', () => {
  const nodes = commentTree(
    [item(1, null, { score: 4, at: -100 * hourMs }), item(2, null, { score: 4, at: -1 * hourMs })],
    'postCommentsMagic',
    T0,
  )
  expect(idsOf(nodes)).toEqual([idOf(2), idOf(1)])
})

test('removed comments come last whatever their score', () => {
  const nodes = commentTree([item(1, null, { score: 99, removedBy: 'author' }), item(2, null, { score: -9 })], 'postCommentsTop', T0)
  expect(idsOf(nodes)).toEqual([idOf(2), idOf(1)])
})

test('a reply whose parent was not loaded stands at the top', () => {
  const nodes = commentTree([item(1, null), item(2, 77)], 'postCommentsOld', T0)
  expect(idsOf(nodes)).toEqual([idOf(1), idOf(2)])
})

test('a chain of 5,000 replies is built without running out of stack, with its depth and counts', () => {
  const chain = Array.from({ length: 5_000 }, (_, at) => item(at + 1, at === 0 ? null : at))
  const [root] = commentTree(chain, 'postCommentsTop', T0)
  expect(root?.descendantCount).toBe(4_999)
  let deepest = root
  while (deepest?.replies[0]) deepest = deepest.replies[0]
  expect(deepest?.depth).toBe(5_000)
})

test('removed comments and those below -4 start folded', () => {
  expect([item(1, null, { score: -4 }), item(1, null, { score: -5 }), item(1, null, { removedBy: 'author' })].map(startsFolded)).toEqual([
    false,
    true,
    true,
  ])
})

test('an unknown order in the address means the best first', () => {
  expect(commentOrderOf('drop table', {})).toBe('postCommentsTop')
  expect(commentOrderOf('postCommentsOld', {})).toBe('postCommentsOld')
})
