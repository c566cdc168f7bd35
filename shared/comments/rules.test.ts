import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { aComment, aPost, idOf, member, moderator } from '../testing/factories.ts'
import { canComment, canEditComment, canReadComment, canRemoveComment, canReply, canRestoreComment } from './rules.ts'

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
  expect(said(canReply(stranger, open, removed))).toBe('comment-is-removed')
  expect(said(canReply(moderator, open, removed))).toBe('allowed')
  expect(said(canReply(stranger, open, aComment()))).toBe('allowed')
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
