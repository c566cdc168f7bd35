import { describe, expect, test } from 'vitest'
import type { Verdict } from '../kernel/verdict.ts'
import { visitor } from '../kernel/viewer.ts'
import { aComment, admin, aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import type { BarScope, ThreadBan } from './schema.ts'
import { canBar, canPostInThread, canLetBackIn, canModerateThread, canRemoveFromThread, canSetGuidelines } from './thread-rules.ts'

const said = (verdict: Verdict): string => (verdict.allowed ? 'allowed' : verdict.reason)
const shut = { kind: 'visitor', bannedUntil: 9e15 } as const
const author = (karma: number) => member(idOf(100), { karma })
const coauthor = member(idOf(150), { karma: 2_000 })
const other = member(idOf(300), { karma: 9_000, groups: ['trusted', 'canModeratePersonal'] })

const kind = { guidelines: 'Be kind.' }
const front = aPost({ ...kind, coauthorIds: [idOf(150)] })
const personal = aPost({ ...kind, coauthorIds: [idOf(150)], frontpageAt: null })
const without = aPost({ frontpageAt: null })
const draft = aPost({ ...kind, status: 'draft', publishedAt: null })

describe('role by role: guidelines, moderating a discussion', () => {
  // A visitor, a banned member, another member with every right over their own, the author with 49,
  // 50 and 2,000 karma, a coauthor, staff.
  const roles = [visitor, shut, other, author(49), author(50), author(2_000), coauthor, moderator, admin]
  test.each([
    [
      'sets guidelines',
      canSetGuidelines,
      front,
      ['sign-in-first', 'banned', 'not-yours', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
    ],
    [
      'moderates, on the front page',
      canModerateThread,
      front,
      [
        'sign-in-first',
        'banned',
        'not-yours',
        'moderating-needs-karma',
        'moderating-needs-karma',
        'allowed',
        'allowed',
        'allowed',
        'allowed',
      ],
    ],
    [
      'moderates, off it',
      canModerateThread,
      personal,
      ['sign-in-first', 'banned', 'not-yours', 'moderating-needs-karma', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
    ],
    [
      'moderates without guidelines',
      canModerateThread,
      without,
      [
        'sign-in-first',
        'banned',
        'not-yours',
        'moderating-needs-karma',
        'guidelines-first',
        'guidelines-first',
        'not-yours',
        'allowed',
        'allowed',
      ],
    ],
    [
      'of a draft',
      canModerateThread,
      draft,
      [
        'not-found',
        'not-found',
        'not-found',
        'moderating-needs-karma',
        'moderating-needs-karma',
        'allowed',
        'not-found',
        'not-found',
        'not-found',
      ],
    ],
  ] as const)('%s', (_what, rule, post, expected) => {
    expect(roles.map((viewer) => said(rule(viewer, post)))).toEqual(expected)
  })
})

describe('shutting somebody out', () => {
  const bob = { id: idOf(200), isStaff: false }
  test.each<readonly [string, ReturnType<typeof author>, typeof front, BarScope, typeof bob, string]>([
    ['a moderator, from one post', moderator, front, 'post', bob, 'allowed'],
    ['a moderator, from all of an author’s', moderator, front, 'all', bob, 'not-yours'],
    ['an author with 50 karma, from one personal post', author(50), personal, 'post', bob, 'allowed'],
    ['an author with 50 karma, from their personal posts', author(50), personal, 'personal', bob, 'allowed'],
    ['an author with 50 karma, from all', author(50), personal, 'all', bob, 'moderating-needs-karma'],
    ['an author with 2,000 karma, from all', author(2_000), front, 'all', bob, 'allowed'],
    ['a coauthor, from one post', coauthor, front, 'post', bob, 'allowed'],
    ['a coauthor, from all of the author’s', coauthor, front, 'all', bob, 'not-yours'],
    ['an author, a coauthor of theirs', author(2_000), front, 'post', { id: idOf(150), isStaff: false }, 'cannot-be-barred'],
    ['an author, a moderator', author(2_000), front, 'post', { id: idOf(900), isStaff: true }, 'cannot-be-barred'],
    ['another member', other, front, 'post', bob, 'not-yours'],
  ])('%s', (_who, viewer, post, scope, target, expected) => {
    expect(said(canBar(viewer, post, scope, target))).toBe(expected)
  })

  test('is taken back by whoever writes the post, whatever their karma is by then; beyond one post by its author', () => {
    expect(said(canLetBackIn(author(-5), front, 'all'))).toBe('allowed')
    expect(said(canLetBackIn(coauthor, front, 'post'))).toBe('allowed')
    expect(said(canLetBackIn(coauthor, front, 'all'))).toBe('not-yours')
    expect(said(canLetBackIn(other, front, 'post'))).toBe('not-yours')
    expect(said(canLetBackIn(visitor, front, 'post'))).toBe('sign-in-first')
  })
})

describe('being heard', () => {
  const bob = member(idOf(200))
  const ban = (scope: BarScope): ThreadBan => ({
    ...{ id: 'x', ownerId: idOf(100), postId: scope === 'post' ? idOf(1) : null, userId: idOf(200), scope, byId: idOf(100), at: T0 },
  })
  test.each([
    ['under the post', 'post', front, 'barred-by-author'],
    ['anywhere of theirs', 'all', front, 'barred-by-author'],
    ['under their personal posts, on one', 'personal', personal, 'barred-by-author'],
    ['under their personal posts, on the front page', 'personal', front, 'allowed'],
  ] as const)('shut out %s', (_where, scope, post, expected) => {
    expect(said(canPostInThread(bob, post, [ban(scope)]))).toBe(expected)
    expect(said(canPostInThread(moderator, post, [ban(scope)]))).toBe('allowed')
  })
  test('nothing said against somebody leaves them free', () => {
    expect(said(canPostInThread(bob, front, []))).toBe('allowed')
  })
  test.each([
    ['its author, by a coauthor', author(0)],
    ['a coauthor, by its author', coauthor],
  ])('nothing said elsewhere shuts %s out of what is theirs', (_who, viewer) => {
    expect(said(canPostInThread(viewer, personal, [ban('all'), ban('personal')]))).toBe('allowed')
  })
})

test.each([
  ['its author, with replies', member(idOf(200)), aComment({ replyCount: 2 }), front, 'comment-has-replies'],
  ['the post’s author who moderates, with replies', author(2_000), aComment({ replyCount: 2 }), front, 'allowed'],
  ['the post’s author without the karma', author(10), aComment(), front, 'not-yours'],
  ['the post’s author, what was said in a dialogue', author(2_000), aComment({ message: 'said' }), front, 'not-yours'],
  ['a visitor', visitor, aComment(), front, 'sign-in-first'],
  ['a moderator', moderator, aComment({ replyCount: 2 }), front, 'allowed'],
])('removing a comment: %s', (_who, viewer, comment, post, expected) => {
  expect(said(canRemoveFromThread(viewer, comment, post))).toBe(expected)
})
