import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { canRewriteDocument, documentAccess } from './rules.ts'

const post = aPost({ id: idOf(1), authorId: idOf(100), coauthorIds: [idOf(200)] })
const draft = { ...post, status: 'draft' as const, publishedAt: null, revisionId: null }
const shared = (level: 'read' | 'comment' | 'edit') => ({ ...draft, shares: [{ userId: idOf(300), level, isByLink: false }] })
const room = { kind: 'post' as const, id: idOf(1) }

test.each([
  ['its author', member(idOf(100)), draft, 'allowed', 'own'],
  ['a coauthor', member(idOf(200)), post, 'allowed', 'edit'],
  ['whom the author lets write', member(idOf(300)), shared('edit'), 'allowed', 'edit'],
  ['whom the author lets comment', member(idOf(300)), shared('comment'), 'not-yours', 'comment'],
  ['a moderator, where it was public: by a form, and not in an editor', moderator, { ...post, publishedAt: T0 }, 'allowed', 'none'],
  ['a moderator, in a private draft', moderator, draft, 'not-found', 'none'],
  ['a reader', member(idOf(300)), { ...post, publishedAt: T0 }, 'not-yours', 'none'],
  ['a visitor', visitor, { ...post, publishedAt: T0 }, 'sign-in-first', 'none'],
])('who brings a text into a document, and who opens it: %s', (_who, viewer, of, expected, level) => {
  const verdict = canRewriteDocument(viewer, of)
  expect([verdict.allowed ? 'allowed' : verdict.reason, documentAccess(viewer, room, of)]).toEqual([expected, level])
})

test('into a document of no post nothing is brought', () => {
  expect(canRewriteDocument(moderator, undefined)).toMatchObject({ allowed: false })
})
