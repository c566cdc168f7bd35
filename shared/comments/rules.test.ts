import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { T0, aComment, aPost, idOf, member, moderator } from '../testing/factories.ts'
import { canEditPost } from '../posts/rules.ts'
import {
  canAnswer,
  canComment,
  canEditComment,
  canPostQuickTake,
  canReadComment,
  canRemoveComment,
  canReply,
  canRestoreComment,
  canSpeak,
} from './rules.ts'
import { canMarkComment } from './mark-rules.ts'
import { hourMs } from '../kernel/durations.ts'

const commenter = member(idOf(200))
const stranger = member(idOf(300))
const muted = member(idOf(200), { commentingDisabled: true })
const open = aPost()
const locked = aPost({ commentsLocked: true })
const draft = aPost({ status: 'draft', publishedAt: null })
const rejected = aPost({ rejectedReason: 'No.' })

const said = (verdict: ReturnType<typeof canComment>): string => (verdict.allowed ? 'allowed' : verdict.reason)

describe('canComment', () => {
  test.each([
    ['a visitor', visitor, open, 'sign-in-first'],
    ['a banned member', { kind: 'visitor', bannedUntil: 9e15 } as const, open, 'banned'],
    ['a member', stranger, open, 'allowed'],
    ['a member, on a locked post', stranger, locked, 'comments-locked'],
    ['a moderator, on a locked post', moderator, locked, 'allowed'],
    ['a member, on another’s draft', stranger, draft, 'not-found'],
    ['an author, on their own draft', member(idOf(100)), draft, 'post-is-draft'],
    ['a member, on a rejected post', stranger, rejected, 'post-is-rejected'],
    ['a member who may not comment', muted, open, 'commenting-disabled'],
  ])('%s', (_who, viewer, post, expected) => {
    expect(said(canComment(viewer, post))).toBe(expected)
  })
})

test('a removed comment takes no replies, but from moderators', () => {
  const removed = aComment({ removedBy: 'author' })
  expect(said(canReply(stranger, open, removed, removed, T0))).toBe('comment-is-removed')
  expect(said(canReply(moderator, open, removed, removed, T0))).toBe('allowed')
  expect(said(canReply(stranger, open, aComment(), aComment(), T0))).toBe('allowed')
})

describe('canReply, in a thread that is closed until an hour later', () => {
  const root = aComment({ repliesLockedUntil: T0 + hourMs })
  const below = aComment({ id: idOf(11), parentId: root.id, rootId: root.id })
  test.each([
    ['a member, to its beginning', stranger, root, T0, 'replies-locked'],
    ['a member, further down', stranger, below, T0, 'replies-locked'],
    ['who began it', commenter, below, T0, 'replies-locked'],
    ['a moderator', moderator, below, T0, 'allowed'],
    ['a member, an hour later', stranger, below, T0 + hourMs, 'allowed'],
    ['a visitor', visitor, below, T0, 'sign-in-first'],
  ])('%s', (_who, viewer, parent, now, expected) => {
    expect(said(canReply(viewer, open, parent, root, now))).toBe(expected)
  })
})

test('what was not accepted is neither answered nor edited by members', () => {
  const refused = aComment({ rejectedReason: 'Spam.' })
  expect(said(canReply(stranger, open, refused, refused, T0))).toBe('comment-is-rejected')
  expect(said(canEditComment(commenter, refused, open))).toBe('comment-is-rejected')
  expect(said(canEditComment(moderator, refused, open))).toBe('allowed')
})

describe('where quick takes stand', () => {
  const place = aPost({ authorId: idOf(200), holds: 'quickTakes' })
  test.each([
    ['its owner', commenter, 'allowed'],
    ['another member', stranger, 'others-quick-takes'],
    ['a moderator', moderator, 'others-quick-takes'],
    ['a visitor', visitor, 'sign-in-first'],
    ['its owner, muted', muted, 'commenting-disabled'],
  ])('%s beginning a thread', (_who, viewer, expected) => {
    expect(said(canComment(viewer, place))).toBe(expected)
  })
  test('anybody may reply, and nobody edits the post itself', () => {
    expect(said(canReply(stranger, place, aComment(), aComment(), T0))).toBe('allowed')
    for (const viewer of [commenter, moderator]) expect(said(canEditPost(viewer, place))).toBe('no-text-to-edit')
  })
})

describe('canMarkComment', () => {
  const asker = member(idOf(100))
  const question = aPost({ kind: 'question' })
  const take = aComment({ isQuickTake: true })
  const shut = { kind: 'visitor', bannedUntil: 9e15 } as const
  const roles = [visitor, shut, stranger, commenter, asker, moderator]
  const own = ['sign-in-first', 'banned', 'not-yours', 'allowed', 'not-yours', 'not-yours']
  const staff = ['sign-in-first', 'banned', 'staff-only', 'staff-only', 'staff-only', 'allowed']
  // A visitor, a banned member, another member, its author, the post's author, a moderator.
  test.each([
    ['retracted', aComment(), open, own],
    ['onProfile', aComment(), open, own],
    ['offFrontpage', take, open, ['sign-in-first', 'banned', 'not-yours', 'allowed', 'not-yours', 'allowed']],
    ['offFrontpage', aComment(), open, ['sign-in-first', 'banned', ...Array.from({ length: 4 }, () => 'not-a-quick-take')]],
    ['answer', aComment(), question, ['sign-in-first', 'banned', 'not-yours', 'allowed', 'allowed', 'allowed']],
    ['answer', aComment(), open, ['sign-in-first', 'banned', ...Array.from({ length: 4 }, () => 'not-a-question')]],
    [
      'answer',
      aComment({ parentId: idOf(9) }),
      question,
      ['sign-in-first', 'banned', ...Array.from({ length: 4 }, () => 'not-a-question')],
    ],
    ['pinned', aComment(), open, staff],
    ['lock', aComment(), open, staff],
    ['rejected', aComment(), open, staff],
    ['hat', aComment(), open, ['sign-in-first', 'banned', 'staff-only', 'staff-only', 'staff-only', 'not-yours']],
    ['hat', aComment({ authorId: idOf(900) }), open, ['sign-in-first', 'banned', 'staff-only', 'staff-only', 'staff-only', 'allowed']],
    [
      'retracted',
      aComment({ removedBy: 'author' }),
      open,
      ['sign-in-first', 'banned', ...Array.from({ length: 4 }, () => 'comment-is-removed')],
    ],
    ['retracted', aComment(), draft, ['not-found', 'not-found', 'not-found', 'not-found', 'not-yours', 'not-found']],
  ] as const)('%s of %j under %j', (name, comment, post, expected) => {
    expect(roles.map((viewer) => said(canMarkComment(viewer, comment, post, name)))).toEqual(expected)
  })
})

test.each([
  ['a visitor', visitor, 'sign-in-first'],
  ['a member', stranger, 'allowed'],
  ['a member who may not comment', muted, 'commenting-disabled'],
])('%s writing a quick take', (_who, viewer, expected) => {
  expect(said(canPostQuickTake(viewer))).toBe(expected)
})

describe('speaking in a dialogue', () => {
  const discussion = aPost({ holds: 'dialogue', coauthorIds: [idOf(150)] })
  const begun = aPost({
    ...discussion,
    status: 'draft',
    publishedAt: null,
    shares: [{ userId: idOf(300), level: 'read', isByLink: false, isInvited: true }],
  })
  // A visitor, a banned member, whoever is asked, another member, its author, a coauthor, a muted
  // coauthor, a moderator.
  const roles = [
    visitor,
    { kind: 'visitor', bannedUntil: 9e15 } as const,
    stranger,
    commenter,
    member(idOf(100)),
    member(idOf(150)),
    member(idOf(150), { commentingDisabled: true }),
    moderator,
  ]
  test.each([
    [
      'that is public',
      discussion,
      ['sign-in-first', 'banned', 'not-in-dialogue', 'not-in-dialogue', 'allowed', 'allowed', 'commenting-disabled', 'not-in-dialogue'],
    ],
    [
      'that is a draft',
      begun,
      ['not-found', 'not-found', 'not-in-dialogue', 'not-found', 'allowed', 'allowed', 'commenting-disabled', 'not-found'],
    ],
    [
      'that was not accepted',
      aPost({ ...discussion, rejectedReason: 'No.' }),
      [
        'sign-in-first',
        'banned',
        'not-in-dialogue',
        'not-in-dialogue',
        'post-is-rejected',
        'post-is-rejected',
        'commenting-disabled',
        'not-in-dialogue',
      ],
    ],
    [
      'that is none',
      open,
      ['sign-in-first', 'banned', ...Array.from({ length: 4 }, () => 'not-in-dialogue'), 'commenting-disabled', 'not-in-dialogue'],
    ],
  ])('%s', (_what, post, expected) => {
    expect(roles.map((viewer) => said(canSpeak(viewer, post)))).toEqual(expected)
  })
})

test.each([
  ['a question', aPost({ kind: 'question' }), 'allowed'],
  ['anything else', open, 'not-a-question'],
])('%s can be answered', (_what, post, expected) => {
  expect(said(canAnswer(stranger, post))).toBe(expected)
})

describe('canEditComment', () => {
  test.each([
    ['its author', commenter, aComment(), open, 'allowed'],
    ['its author, on a locked post', commenter, aComment(), locked, 'comments-locked'],
    ['its author, once removed', commenter, aComment({ removedBy: 'moderator' }), open, 'comment-is-removed'],
    ['another member', stranger, aComment(), open, 'not-yours'],
    ['a visitor', visitor, aComment(), open, 'sign-in-first'],
    ['a moderator', moderator, aComment(), locked, 'allowed'],
  ])('%s', (_who, viewer, comment, post, expected) => {
    expect(said(canEditComment(viewer, comment, post))).toBe(expected)
  })
})

describe('canRemoveComment', () => {
  test.each([
    ['its author', commenter, aComment(), open, 'allowed'],
    ['its author, on a locked post', commenter, aComment(), locked, 'allowed'],
    ['its author, with replies', commenter, aComment({ replyCount: 1 }), open, 'comment-has-replies'],
    ['another member', stranger, aComment(), open, 'not-yours'],
    ['a visitor', visitor, aComment(), open, 'sign-in-first'],
    ['a moderator, with replies', moderator, aComment({ replyCount: 3 }), open, 'allowed'],
  ])('%s', (_who, viewer, comment, post, expected) => {
    expect(said(canRemoveComment(viewer, comment, post))).toBe(expected)
  })
})

test('an author restores what they removed themselves, not what a moderator removed', () => {
  expect(said(canRestoreComment(commenter, aComment({ removedBy: 'author', removedById: idOf(200) }), open))).toBe('allowed')
  expect(said(canRestoreComment(commenter, aComment({ removedBy: 'moderator', removedById: idOf(900) }), open))).toBe('not-yours')
  expect(said(canRestoreComment(moderator, aComment({ removedBy: 'moderator', removedById: idOf(900) }), open))).toBe('allowed')
})

test('a comment that waits for review is seen by its author and moderators only', () => {
  const waiting = aComment({ awaitsReview: true })
  expect(said(canReadComment(visitor, waiting, open))).toBe('not-found')
  expect(said(canReadComment(commenter, waiting, open))).toBe('allowed')
  expect(said(canReadComment(moderator, waiting, open))).toBe('allowed')
})
