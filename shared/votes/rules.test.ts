import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { idOf, member } from '../testing/factories.ts'
import { canVote, voteLimits, votePower } from './rules.ts'

describe('votePower', () => {
  test.each([
    [-50, 1, 1],
    [0, 1, 1],
    [9, 1, 1],
    [10, 1, 2],
    [99, 1, 2],
    [100, 1, 3],
    [250, 1, 4],
    [500, 1, 5],
    [999, 1, 5],
    [1_000, 2, 6],
    [2_500, 2, 7],
    [5_000, 2, 8],
    [10_000, 2, 9],
    [25_000, 2, 10],
    [50_000, 2, 11],
    [75_000, 2, 12],
    [100_000, 2, 13],
    [175_000, 2, 14],
    [250_000, 2, 15],
    [499_999, 2, 15],
    [500_000, 2, 16],
  ])('at %i karma a weak vote counts %i and a strong one %i', (karma, weak, strong) => {
    expect([votePower(karma, 1), votePower(karma, 2), votePower(karma, -1), votePower(karma, -2), votePower(karma, 0)]).toEqual([
      weak,
      strong,
      -weak,
      -strong,
      0,
    ])
  })
})

describe('canVote', () => {
  const voter = member(idOf(1))
  test.each([
    ['a visitor', visitor, 'comment', false, 'approval', 1, 'sign-in-first'],
    ['a banned member', { kind: 'visitor', bannedUntil: 9e15 } as const, 'comment', false, 'approval', 1, 'banned'],
    ['a member who may not vote', member(idOf(1), { votingDisabled: true }), 'post', false, 'approval', 1, 'voting-disabled'],
    ['a member, strongly', voter, 'comment', false, 'approval', -2, 'allowed'],
    ['a member, on agreement', voter, 'post', false, 'agreement', 2, 'allowed'],
    ['an author, weakly on an own comment', voter, 'comment', true, 'approval', 1, 'allowed'],
    ['an author, strongly on an own comment', voter, 'comment', true, 'approval', 2, 'own-strong-vote'],
    ['an author, on agreement with themselves', voter, 'comment', true, 'agreement', 1, 'own-agreement-vote'],
    ['an author, strongly on an own post', voter, 'post', true, 'approval', 2, 'allowed'],
    ['a member, strongly against an edit', voter, 'revision', false, 'approval', -2, 'allowed'],
    ['a member, on agreement with an edit', voter, 'revision', false, 'agreement', 1, 'approval-only'],
    ['an editor, strongly on an own edit', voter, 'revision', true, 'approval', 2, 'own-strong-vote'],
  ] as const)('%s', (_who, viewer, kind, isOwn, axis, value, expected) => {
    const verdict = canVote(viewer, { kind, isOwn }, axis, value)
    expect(verdict.allowed ? 'allowed' : verdict.reason).toBe(expected)
  })
})

test('strong votes within one discussion are limited to 5 and 5 % of its comments', () => {
  expect([0, 9, 10, 100, 300].map(voteLimits.strongOnOnePost)).toEqual([5, 5, 6, 10, 20])
})
