import { expect, test } from 'vitest'
import { parseVoteButton, voteAfter } from './vote-press.ts'

const mouse = { isStrong: false, isTouch: false }
const held = { isStrong: true, isTouch: false }
const touch = { isStrong: false, isTouch: true }

test.each([
  ['a click votes weakly', 1, 0, mouse, 1],
  ['a second click takes it back', 1, 1, mouse, 0],
  ['a click takes a strong vote back', 1, 2, mouse, 0],
  ['a click on the other side turns the vote', -1, 1, mouse, -1],
  ['holding votes strongly', 1, 0, held, 2],
  ['holding makes a weak vote strong', -1, -1, held, -2],
  ['holding takes a strong vote back', 1, 2, held, 0],
  ['holding the other side turns a strong vote', -1, 2, held, -2],
  ['a first tap is weak', 1, 0, touch, 1],
  ['a second tap is strong', 1, 1, touch, 2],
  ['a third tap clears', 1, 2, touch, 0],
  ['a tap on the other side turns the vote', -1, 2, touch, -1],
] as const)('%s', (_what, direction, before, how, after) => {
  expect(voteAfter({ direction, before, ...how })).toBe(after)
})

test('only what a vote button sends is read as a vote', () => {
  expect(parseVoteButton('comment:abc:agreement:-1')).toEqual({ kind: 'comment', targetId: 'abc', axis: 'agreement', direction: -1 })
  expect([
    parseVoteButton(''),
    parseVoteButton('tag:abc:approval:1'),
    parseVoteButton('post:abc:karma:1'),
    parseVoteButton('post:abc:approval'),
  ]).toEqual([null, null, null, null])
})
