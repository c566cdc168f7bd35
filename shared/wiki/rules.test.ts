import { canManageCoauthors } from '../posts/invitation-rules.ts'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post, Revision } from '../posts/schema.ts'
import { canDiscuss } from '../comments/rules.ts'
import { documentAccess } from '../documents/rules.ts'
import { listingsOfPost } from '../feed/listings-of-post.ts'
import { visitor } from '../kernel/viewer.ts'
import {
  accessOf,
  canArchivePost,
  canEditPost,
  canLockComments,
  canModeratePost,
  canPublishPost,
  canReadPost,
  canReadRevision,
  canRestorePost,
  canSharePost,
  canUnpublishPost,
  isAuthor,
} from '../posts/rules.ts'
import { canInlineComment, canSeeInlineComment } from '../inline-comments/rules.ts'
import { isFindablePost } from '../search/rules.ts'
import { canPutPost } from '../sequences/rules.ts'
import { admin, aPost, anInlineComment, aSequence, aTag, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { canVote } from '../votes/rules.ts'
import { canDeletePage, canEditPage, canEditWorkFlags, canKeepPage, canPublishPage, canSeeTag } from './rules.ts'

const creator = member(idOf(100), { karma: 5 })
const ben = member(idOf(200), { karma: 1 })
const beginner = member(idOf(300), { karma: 0 })
const muted = member(idOf(400), { karma: 50, postingDisabled: true })
const keeper = member(idOf(500), { karma: 5, groups: ['tagManager'] })
const banned: Viewer = { kind: 'visitor', bannedUntil: 9e12 }

const page = (changes: Partial<Post> = {}): Post => aPost({ kind: 'wiki', slug: null, ...changes })
const draft = page({ status: 'draft', publishedAt: null, revisionId: null })
const forAdmins = page({ editing: { isAdminOnly: true, editorIds: null } })
const forBen = page({ editing: { isAdminOnly: false, editorIds: [ben.userId] } })
const deleted = page({ status: 'removed' })
const word = (verdict: Verdict): string => (verdict.allowed ? 'allowed' : verdict.reason)

describe('canEditPage, and with it the document and every other way to its text', () => {
  test.each<[string, Viewer, Post, string]>([
    ['a visitor', visitor, page(), 'sign-in-first'],
    ['a banned account', banned, page(), 'banned'],
    ['a member without karma', beginner, page(), 'wiki-needs-karma'],
    ['a member with one karma', ben, page(), 'allowed'],
    ['whoever began it', creator, page(), 'allowed'],
    ['who began it and has no karma any more', { ...creator, karma: 0 }, page(), 'wiki-needs-karma'],
    ['whoever may not post', muted, page(), 'posting-disabled'],
    ['an administrator without karma', admin, page(), 'allowed'],
    ['a member, where administrators alone may', ben, forAdmins, 'page-is-for-admins'],
    [
      'a moderator, where administrators alone may',
      member(idOf(900), { karma: 9, groups: ['moderators'] }),
      forAdmins,
      'page-is-for-admins',
    ],
    ['an administrator there', admin, forAdmins, 'allowed'],
    ['who is named', ben, forBen, 'allowed'],
    ['who began it and is not named', creator, forBen, 'page-is-restricted'],
    ['an administrator who is not named', admin, forBen, 'allowed'],
    ['a named one without karma', { ...ben, karma: 0 }, forBen, 'wiki-needs-karma'],
    ['a member, of what was deleted', ben, deleted, 'not-found'],
    ['a moderator, of what was deleted', { ...moderator, karma: 9 }, deleted, 'post-is-removed'],
    ['whoever begins it', creator, draft, 'allowed'],
    ['another, of a draft', ben, draft, 'not-found'],
    ['a moderator, of a draft', moderator, draft, 'not-found'],
    ['of a post', creator, aPost(), 'not-a-wiki-page'],
  ])('%s', (_who, viewer, post, expected) => {
    expect(word(canEditPage(viewer, post))).toBe(expected)
    if (post.kind !== 'wiki') return
    expect(canEditPost(viewer, post).allowed).toBe(expected === 'allowed')
    const level = documentAccess(viewer, { kind: 'post', id: post.id }, post)
    expect(level === 'edit' || level === 'own').toBe(expected === 'allowed')
  })
})

test.each<[string, Viewer, Post, string]>([
  ['a member, of a page', ben, page(), 'allowed'],
  ['a member without karma, of a page', beginner, page(), 'wiki-needs-karma'],
  ['whoever began it, the first time', creator, draft, 'allowed'],
  ['whoever began it and has no karma, the first time', { ...creator, karma: 0 }, draft, 'wiki-needs-karma'],
  ['whom they let write in it', ben, { ...draft, shares: [{ userId: ben.userId, level: 'edit', isByLink: false }] }, 'not-yours'],
  ['a visitor', visitor, page(), 'sign-in-first'],
])('canPublishPage: %s', (_who, viewer, post, expected) => {
  expect(word(canPublishPage(viewer, post))).toBe(expected)
})

describe('nobody does with a page what authors and moderators do with posts', () => {
  const everybody: readonly Viewer[] = [visitor, creator, ben, moderator, admin, keeper]
  const mutations: readonly (readonly [string, (viewer: Viewer, post: Post) => Verdict])[] = [
    ['publish as a post', canPublishPost],
    ['unpublish', canUnpublishPost],
    ['archive', canArchivePost],
    ['restore as a post', canRestorePost],
    ['share', canSharePost],
    ['name a coauthor', (viewer, post) => canManageCoauthors(viewer, post)],
    ['front page', canModeratePost],
  ]
  test.each(mutations)('%s', (_what, rule) => {
    for (const viewer of everybody) expect(rule(viewer, page()).allowed).toBe(false)
  })

  test('its creator is no author of it, and has no more of a part in it than others', () => {
    expect(isAuthor(creator, page())).toBe(false)
    expect(isAuthor(creator, draft)).toBe(true)
    expect([accessOf(creator, page()), accessOf(ben, page()), accessOf(beginner, page()), accessOf(visitor, page())]).toEqual([
      'edit',
      'edit',
      'none',
      'none',
    ])
  })

  test('what it was while it was a draft, and what was said of it then, is for whoever wrote that and whoever began it; what is being written now for all who may write in it', () => {
    const before: Revision = {
      ...({ id: idOf(2), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: 1, version: '0.1.0', isDraft: true } as const),
      ...{ title: '', body: paragraph('Not yet.'), wordCount: 2, authorId: creator.userId, at: T0 - 1 },
    }
    const readers = [creator, ben, moderator, admin, beginner, visitor]
    const existing = page({ publishedAt: T0 })
    expect(readers.filter((viewer) => canReadRevision(viewer, before, existing).allowed)).toEqual([creator])
    const byBen = { ...before, authorId: ben.userId }
    expect(readers.filter((viewer) => canReadRevision(viewer, byBen, existing).allowed)).toEqual([creator, ben])
    const inlineComment = anInlineComment({ postId: existing.id, authorId: ben.userId, createdAt: T0 - 1 })
    expect(readers.filter((viewer) => canSeeInlineComment(viewer, inlineComment, existing))).toEqual([creator, ben])
    expect(readers.filter((viewer) => canSeeInlineComment(viewer, { ...inlineComment, createdAt: T0 }, existing))).toEqual([
      creator,
      ben,
      admin,
    ])
    const now = readers.map((viewer) => canReadRevision(viewer, { ...before, at: T0 + 1 }, page({ publishedAt: T0 })).allowed)
    expect(now).toEqual([true, true, false, true, false, false])
    expect(canReadRevision(visitor, { ...before, isDraft: false }, page({ publishedAt: T0 })).allowed).toBe(true)
  })

  test('its discussion is open to all who comment, and the staff lock it', () => {
    expect(canDiscuss(beginner, page()).allowed).toBe(true)
    expect(word(canDiscuss(beginner, page({ commentsLocked: true })))).toBe('comments-locked')
    expect([canLockComments(moderator, page()).allowed, canLockComments(creator, page()).allowed]).toEqual([true, false])
    expect(canInlineComment(ben, page()).allowed).toBe(true)
  })

  test('it stands in no list, no sequence, and not among the posts that are found', () => {
    expect(listingsOfPost(page(), undefined, T0, [])).toEqual([])
    expect(isFindablePost(page(), 100)).toBe(false)
    expect(word(canPutPost(ben, aSequence({ authorId: ben.userId }), page()))).toBe('not-for-sequences')
  })

  test('it is liked or not', () => {
    const on = { kind: 'post', isOwn: false, isCommon: true } as const
    const said = ([1, 0, -1, 2, -2] as const).map((value) => word(canVote(ben, on, 'approval', value)))
    expect(said).toEqual(['allowed', 'allowed', 'likes-only', 'likes-only', 'likes-only'])
    expect(word(canVote(ben, on, 'agreement', 1))).toBe('likes-only')
  })
})

test.each<[string, Viewer, Post, string]>([
  ['a member', ben, page(), 'staff-only'],
  ['a visitor', visitor, page(), 'sign-in-first'],
  ['a moderator', moderator, page(), 'allowed'],
  ['an administrator', admin, page(), 'allowed'],
  ['whom the staff have chosen for the wiki', keeper, page(), 'allowed'],
  ['a moderator, of a draft', moderator, draft, 'not-found'],
  ['a moderator, of a post', moderator, aPost(), 'not-a-wiki-page'],
  ['a keeper who is no moderator, of what was deleted', keeper, deleted, 'not-found'],
  ['a moderator, of what was deleted', moderator, deleted, 'allowed'],
])('canKeepPage: %s', (_who, viewer, post, expected) => {
  expect(word(canKeepPage(viewer, post))).toBe(expected)
})

test('a lens is deleted by whoever made it, a page is not; work flags are the administrators’', () => {
  const lens = aTag({ state: 'lens', lensOf: idOf(701) })
  expect(word(canDeletePage(creator, page(), lens))).toBe('allowed')
  expect(word(canDeletePage(ben, page(), lens))).toBe('staff-only')
  expect(word(canDeletePage(creator, page(), aTag()))).toBe('staff-only')
  expect([visitor, ben, moderator, admin].map((viewer) => word(canEditWorkFlags(viewer)))).toEqual([
    'sign-in-first',
    'admins-only',
    'admins-only',
    'allowed',
  ])
})

test.each<[string, Viewer, Parameters<typeof canSeeTag>[1], Post | undefined, boolean]>([
  ['a page, to a visitor', visitor, aTag(), page(), true],
  ['a placeholder, to a visitor', visitor, aTag({ state: 'placeholder' }), undefined, true],
  ['a draft, to another', ben, aTag({ state: 'draft' }), draft, false],
  ['a draft, to whoever begins it', creator, aTag({ state: 'draft' }), draft, true],
  ['a deleted page, to a member', ben, aTag({ state: 'deleted' }), deleted, false],
  ['a deleted page, to a moderator', moderator, aTag({ state: 'deleted' }), deleted, true],
  ['a placeholder that a page took the place of, to a member', ben, aTag({ state: 'deleted' }), undefined, false],
  ['a row whose post is gone', ben, aTag(), undefined, false],
])('canSeeTag: %s', (_what, viewer, tag, post, expected) => {
  expect(canSeeTag(viewer, tag, post)).toBe(expected)
  expect(post === undefined || canReadPost(viewer, post).allowed).toBe(post === undefined ? true : expected)
})
