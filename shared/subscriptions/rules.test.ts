import { describe, expect, test } from 'vitest'
import type { Verdict } from '../kernel/verdict.ts'
import { visitor } from '../kernel/viewer.ts'
import { aComment, admin, aPost, idOf, member, moderator } from '../testing/factories.ts'
import { canFollow } from './rules.ts'

const said = (verdict: Verdict): string => (verdict.allowed ? 'allowed' : verdict.reason)
const author = member(idOf(100))
const shared = aPost({ status: 'draft', publishedAt: null, shares: [{ userId: idOf(400), level: 'read', isByLink: false }] })

describe('who may follow what', () => {
  // A visitor, a banned member, a member, somebody with whom it is shared, the author, the
  // commenter, a moderator, an administrator.
  const roles = [
    visitor,
    { kind: 'visitor', bannedUntil: 9e15 } as const,
    member(idOf(300)),
    member(idOf(400)),
    author,
    member(idOf(200)),
    moderator,
    admin,
  ]
  const everybody = Array.from({ length: 6 }, () => 'allowed')
  test.each([
    ['a post', { post: aPost() }, everybody],
    ['a comment', { post: aPost(), comment: aComment() }, everybody],
    ['a member, a tag, the site', {}, everybody],
    ['a draft', { post: shared }, ['not-found', 'allowed', 'allowed', 'not-found', 'not-found', 'not-found']],
    ['what was taken back', { post: aPost({ status: 'draft' }) }, ['not-found', 'not-found', 'allowed', 'not-found', 'allowed', 'allowed']],
    [
      'a comment that waits for review',
      { post: aPost(), comment: aComment({ awaitsReview: true }) },
      ['not-found', 'not-found', 'not-found', 'allowed', 'allowed', 'allowed'],
    ],
    [
      'what is held back in a dialogue',
      { post: aPost({ ...shared, holds: 'dialogue' }), comment: aComment({ message: 'held' }) },
      ['not-found', 'allowed', 'allowed', 'not-found', 'not-found', 'not-found'],
    ],
  ] as const)('%s', (_what, target, expected) => {
    expect(roles.map((viewer) => said(canFollow(viewer, target)))).toEqual(['sign-in-first', 'banned', ...expected])
  })
})
