import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { admin, aPost, idOf, member, moderator } from '../testing/factories.ts'
import { canArchivePost, canEditPost, canLockComments, canModeratePost, canReadPost, canUnpublishPost, canWritePosts } from './rules.ts'

const author = member(idOf(100))
const coauthor = member(idOf(101))
const stranger = member(idOf(300))
const banned = { kind: 'visitor', bannedUntil: 9e15 } as const
const silenced = member(idOf(100), { postingDisabled: true })
const locker = member(idOf(100), { groups: ['canCommentLock'] })

const published = aPost({ coauthorIds: [idOf(101)] })
const draft = aPost({ status: 'draft', publishedAt: null, slug: null, revisionId: null, coauthorIds: [idOf(101)] })
const unpublished = aPost({ status: 'draft', coauthorIds: [idOf(101)] })
const waiting = aPost({ awaitsReview: true })
const rejected = aPost({ rejectedReason: 'Off topic.' })

const said = (verdict: ReturnType<typeof canReadPost>): string => (verdict.allowed ? 'allowed' : verdict.reason)

describe('canReadPost', () => {
  test.each([
    ['a visitor', visitor, published, 'allowed'],
    ['a visitor, a draft', visitor, draft, 'not-found'],
    ['a member, another’s draft', stranger, draft, 'not-found'],
    ['a moderator, a private draft', moderator, draft, 'not-found'],
    ['a moderator, what was public', moderator, unpublished, 'allowed'],
    ['an author, an own draft', author, draft, 'allowed'],
    ['a coauthor, a draft', coauthor, draft, 'allowed'],
    ['a visitor, what waits for review', visitor, waiting, 'not-found'],
    ['an author, what waits for review', author, waiting, 'allowed'],
    ['a moderator, what waits for review', moderator, waiting, 'allowed'],
    ['a visitor, a rejected post', visitor, rejected, 'allowed'],
  ])('%s', (_who, viewer, post, expected) => {
    expect(said(canReadPost(viewer, post))).toBe(expected)
  })
})

describe('canEditPost', () => {
  test.each([
    ['a visitor', visitor, published, 'sign-in-first'],
    ['a visitor, a draft', visitor, draft, 'sign-in-first'],
    ['a banned member', banned, published, 'banned'],
    ['the author', author, published, 'allowed'],
    ['a coauthor', coauthor, published, 'allowed'],
    ['another member', stranger, published, 'not-yours'],
    ['another member, a draft', stranger, draft, 'not-found'],
    ['a moderator', moderator, published, 'allowed'],
    ['an author who may not post', silenced, published, 'posting-disabled'],
    ['the author of a rejected post', author, rejected, 'post-is-rejected'],
    ['a moderator, a rejected post', moderator, rejected, 'allowed'],
  ])('%s', (_who, viewer, post, expected) => {
    expect(said(canEditPost(viewer, post))).toBe(expected)
  })
})

test('the author of a rejected post may still take it back to draft', () => {
  expect(said(canUnpublishPost(author, rejected))).toBe('allowed')
  expect(said(canUnpublishPost(stranger, rejected))).toBe('not-yours')
})

describe('canArchivePost', () => {
  test.each([
    ['the author, a draft', author, draft, 'allowed'],
    ['the author, a published post', author, published, 'not-yours'],
    ['an admin, a published post', admin, published, 'allowed'],
    ['an admin, somebody’s private draft', admin, draft, 'not-found'],
    ['a moderator, a published post', moderator, published, 'not-yours'],
    ['a stranger, a draft', stranger, draft, 'not-found'],
    ['a visitor', visitor, published, 'sign-in-first'],
  ])('%s', (_who, viewer, post, expected) => {
    expect(said(canArchivePost(viewer, post))).toBe(expected)
  })
})

describe('canModeratePost and canLockComments', () => {
  test.each([
    ['a visitor', visitor, 'sign-in-first', 'sign-in-first'],
    ['the author', author, 'staff-only', 'staff-only'],
    ['an author who may lock', locker, 'staff-only', 'allowed'],
    ['a moderator', moderator, 'allowed', 'allowed'],
    ['an admin', admin, 'allowed', 'allowed'],
  ])('%s', (_who, viewer, moderates, locks) => {
    expect(said(canModeratePost(viewer, published))).toBe(moderates)
    expect(said(canLockComments(viewer, published))).toBe(locks)
  })
})

test('whoever may not post may not begin one', () => {
  expect(said(canWritePosts(visitor))).toBe('sign-in-first')
  expect(said(canWritePosts(banned))).toBe('banned')
  expect(said(canWritePosts(silenced))).toBe('posting-disabled')
  expect(said(canWritePosts(author))).toBe('allowed')
})
