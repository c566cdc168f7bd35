/**
 * Who may do what with a private draft: every role with every mutation. What each mutation does is
 * tested beside it.
 */
import { describe, expect, test } from 'vitest'
import type { Writing } from './schema.ts'
import { setCoauthor } from './coauthor-mutations.ts'
import { invitations } from './invitation-schema.ts'
import { authorships, posts, revisions, writings } from './schema.ts'
import { documentAccess } from '../documents/rules.ts'
import { postComment } from '../comments/mutations.ts'
import { comments } from '../comments/schema.ts'
import { policies } from '../policies.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import type { Mutation } from '../kernel/mutation.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { editInlineComment, postInlineComment, removeInlineComment, resolveInlineComment } from '../inline-comments/mutations.ts'
import { inlineComments } from '../inline-comments/schema.ts'
import { shapeAccess } from '../shapes.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, aPost, anInlineComment, idOf, member, moderator, paragraph, publishArgs, T0 } from '../testing/factories.ts'
import {
  archivePost,
  publishPost,
  saveDraft,
  setCommentsLocked,
  setFrontpage,
  setPostDetail,
  setSticky,
  unpublishPost,
} from './mutations.ts'
import { joinByLink, setLinkSharing, sharePost, unsharePost } from './share-mutations.ts'
import { accessOf } from './rules.ts'

const id = idOf(1)
const key = idOf(777)
const roles = {
  visitor,
  stranger: member(idOf(300)),
  reader: member(idOf(301)),
  commenter: member(idOf(302)),
  editor: member(idOf(303)),
  coauthor: member(idOf(101)),
  author: member(idOf(100), { karma: 1 }),
  moderator,
  admin,
  banned: { kind: 'visitor', bannedUntil: 9e15 },
  'shut out': member(idOf(304)),
  'reading moderator': member(idOf(305), { groups: ['moderators'], isAdmin: true }),
} as const satisfies Record<string, Viewer>
type Role = keyof typeof roles

const share = (n: number, level: 'none' | 'read' | 'comment' | 'edit') => ({ userId: idOf(n), level, isByLink: false })
const draft = aPost({
  id,
  status: 'draft',
  publishedAt: null,
  slug: null,
  revisionId: null,
  coauthorIds: [idOf(101)],
  shares: [share(301, 'read'), share(302, 'comment'), share(303, 'edit'), share(304, 'none'), share(305, 'read')],
  link: { level: 'read', key },
})
const inlineComment = anInlineComment({ id: idOf(40), postId: id, authorId: idOf(302) })
const draftRevision = {
  ...({ id: idOf(2), subjectKind: 'post', subjectId: id, postId: id, n: 1, version: '0.1.0', isDraft: true, title: '' } as const),
  ...{ body: paragraph('Secret.'), wordCount: 1, authorId: idOf(100), at: T0 },
}
const writing: Writing = {
  ...{ id, title: 'Secret', kind: 'post', linkUrl: null, lang: 'en', tags: [], writtenOn: null, submitToFrontpage: true, changedAt: T0 },
}

async function site() {
  const mutations = mutationsOver([invitations, posts, revisions, writings, authorships, inlineComments, comments])
  await mutations.put(posts, draft)
  await mutations.put(revisions, draftRevision)
  await mutations.put(writings, writing)
  await mutations.put(inlineComments, inlineComment)
  return mutations
}

async function outcome<Args>(mutation: Mutation<Args>, args: unknown, viewer: Viewer): Promise<string> {
  const mutations = await site()
  const before = await mutations.everything()
  try {
    await mutations.run(mutation, args, { viewer })
    return 'yes'
  } catch {
    const refused = await refusalOf(mutations.run(mutation, args, { viewer }))
    expect(await mutations.everything()).toBe(before)
    return refused.reason ?? refused.code
  }
}

const no = 'not-found'
const notYours = 'not-yours'
const signIn = 'sign-in-first'
/** In the order of the roles, but for the last two, which are as strangers and readers are. */
const writers = [signIn, no, notYours, notYours, 'yes', 'yes', 'yes', no, no, 'banned', no, notYours]
const authorsOnly = [signIn, no, notYours, notYours, notYours, 'yes', 'yes', no, no, 'banned', no, notYours]
const authorOnly = [signIn, no, notYours, notYours, notYours, notYours, 'yes', no, no, 'banned', no, notYours]
const commenters = [signIn, no, notYours, 'yes', 'yes', 'yes', 'yes', no, no, 'banned', no, notYours]
const staffOnly = [signIn, no, 'staff-only', 'staff-only', 'staff-only', 'staff-only', 'staff-only', no, no, signIn, no, 'staff-only']

const mutations: readonly (readonly [string, (viewer: Viewer) => Promise<string>, readonly string[]])[] = [
  ['posts.setDetail', (viewer) => outcome(setPostDetail, { id, detail: { field: 'title', value: 'Mine' } }, viewer), writers],
  ['posts.saveDraft', (viewer) => outcome(saveDraft, publishArgs({ id, revisionId: idOf(9) }), viewer), writers],
  ['posts.publish', (viewer) => outcome(publishPost, publishArgs({ id, revisionId: idOf(9) }), viewer), authorsOnly],
  ['posts.unpublish', (viewer) => outcome(unpublishPost, { id }, viewer), authorsOnly],
  [
    'posts.archive',
    (viewer) => outcome(archivePost, { id }, viewer),
    [no, no, notYours, notYours, notYours, notYours, 'yes', no, no, no, no, notYours],
  ],
  ['posts.setCoauthor', (viewer) => outcome(setCoauthor, { id, userId: idOf(400), isOn: true }, viewer), authorOnly],
  ['posts.share', (viewer) => outcome(sharePost, { id, userId: idOf(400), level: 'edit' }, viewer), authorOnly],
  ['posts.setLinkSharing', (viewer) => outcome(setLinkSharing, { id, level: 'edit', key: idOf(9) }, viewer), authorOnly],
  [
    'posts.unshare of the reader',
    (viewer) => outcome(unsharePost, { id, userId: idOf(301) }, viewer),
    [no, no, 'yes', notYours, notYours, notYours, 'yes', no, no, no, no, notYours],
  ],
  [
    'posts.joinByLink with a wrong key',
    (viewer) => outcome(joinByLink, { id, key: idOf(778) }, viewer),
    [signIn, no, no, no, no, no, no, no, no, 'banned', no, no],
  ],
  [
    'posts.joinByLink',
    (viewer) => outcome(joinByLink, { id, key }, viewer),
    [signIn, 'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'banned', no, 'yes'],
  ],
  [
    'remarks.post',
    (viewer) => outcome(postInlineComment, { id: idOf(41), postId: id, parentId: null, anchor: null, quote: '', body: 'Why?' }, viewer),
    commenters,
  ],
  ['remarks.resolve', (viewer) => outcome(resolveInlineComment, { id: inlineComment.id, isResolved: true }, viewer), commenters],
  [
    'remarks.edit of the commenter’s',
    (viewer) => outcome(editInlineComment, { id: inlineComment.id, body: 'Else.' }, viewer),
    [signIn, no, notYours, 'yes', notYours, notYours, notYours, no, no, 'banned', no, notYours],
  ],
  [
    'remarks.remove of the commenter’s',
    (viewer) => outcome(removeInlineComment, { id: inlineComment.id }, viewer),
    [signIn, no, no, 'yes', notYours, notYours, 'yes', no, no, signIn, no, no],
  ],
  [
    'comments.post',
    (viewer) => outcome(postComment, { id: idOf(50), postId: id, parentId: null, body: paragraph('Hm.') }, viewer),
    [signIn, no, ...Array.from({ length: 5 }, () => 'post-is-draft'), no, no, 'banned', no, 'post-is-draft'],
  ],
  ['posts.setFrontpage', (viewer) => outcome(setFrontpage, { id, isOn: true }, viewer), staffOnly],
  ['posts.setSticky', (viewer) => outcome(setSticky, { id, priority: 1 }, viewer), staffOnly],
  ['posts.setCommentsLocked', (viewer) => outcome(setCommentsLocked, { id, isOn: true }, viewer), staffOnly],
]

describe('on somebody’s private draft', () => {
  const cases = mutations.flatMap(([name, run, expected]) =>
    Object.entries(roles).map(([role, viewer], at) => [name, role, run, viewer, expected[at]] as const),
  )
  test.each(cases)('%s by the %s', async (_name, _role, run, viewer, expected) => {
    expect(await run(viewer)).toBe(expected)
  })
})

describe('of somebody’s private draft', () => {
  test.each([
    ['visitor', 'none', []],
    ['stranger', 'none', []],
    ['reader', 'read', ['post', 'text', 'writing']],
    ['commenter', 'comment', ['post', 'text', 'writing', 'remarks']],
    ['editor', 'edit', ['post', 'text', 'writing', 'remarks', 'all shares']],
    ['coauthor', 'edit', ['post', 'text', 'writing', 'remarks', 'all shares']],
    ['author', 'own', ['post', 'text', 'writing', 'remarks', 'all shares']],
    ['moderator', 'none', []],
    ['admin', 'none', []],
    ['banned', 'none', []],
    ['shut out', 'none', []],
    ['reading moderator', 'read', ['post', 'text', 'writing']],
  ] as const satisfies readonly (readonly [Role, string, readonly string[]])[])(
    'the %s has level %s and sees %j',
    async (role, level, seen) => {
      const viewer: Viewer = roles[role]
      expect(accessOf(viewer, draft)).toBe(level)
      expect(documentAccess(viewer, { kind: 'post', id }, draft)).toBe(level)
      const shown = await (
        await site()
      ).read(async (read) => {
        expect(await shapeAccess(read, viewer, `draft:${id}`)).toBe(level === 'none' ? 'not-allowed' : 'allowed')
        const permitted = permittedRead(read, viewer, policies)
        const post = await permitted.get(posts, id)
        return [
          post && 'post',
          (await permitted.get(revisions, draftRevision.id)) && 'text',
          (await permitted.get(writings, id)) && 'writing',
          (await permitted.get(inlineComments, inlineComment.id)) && 'remarks',
          post?.link?.key === key && post.shares?.length === 5 && 'all shares',
        ].filter((part) => part !== false && part !== undefined)
      })
      expect(shown).toEqual(seen)
    },
  )

  test('a reader sees of its shares their own, and no link', async () => {
    const post = await (await site()).read((read) => permittedRead(read, roles.reader, policies).get(posts, id))
    expect(post?.shares).toEqual([share(301, 'read')])
    expect(post).not.toHaveProperty('link')
  })
})

describe('once it is public', () => {
  const open = { ...draft, status: 'published', publishedAt: T0 } as const
  test.each(['visitor', 'stranger', 'moderator', 'admin', 'banned'] as const)('the %s sees neither shares nor link', async (role) => {
    const store = await site()
    await store.put(posts, open)
    const post = await store.read((read) => permittedRead(read, roles[role], policies).get(posts, id))
    expect(post?.title).toBe(open.title)
    expect(post).not.toHaveProperty('shares')
    expect(post).not.toHaveProperty('link')
    expect(await store.read((read) => permittedRead(read, roles[role], policies).get(inlineComments, inlineComment.id))).toBeUndefined()
  })
})

describe('by the link', () => {
  test.each([
    ['visitor', 'read', 'read'],
    ['visitor', 'edit', 'read'],
    ['visitor', 'none', 'none'],
    ['banned', 'edit', 'read'],
    ['stranger', 'comment', 'comment'],
    ['stranger', 'edit', 'edit'],
    ['reader', 'edit', 'read'],
    ['shut out', 'edit', 'none'],
    ['author', 'read', 'own'],
  ] as const)('the %s, with a link that lets %s, has level %s', (role, level, expected) => {
    const post = { ...draft, link: { level, key } }
    expect(accessOf({ ...roles[role], linkKey: key }, post)).toBe(expected)
  })

  test('a key that is not the present one opens nothing, and neither does one without a link', () => {
    expect(accessOf({ ...visitor, linkKey: idOf(778) }, draft)).toBe('none')
    const { link: _, ...unlinked } = draft
    expect(accessOf({ ...visitor, linkKey: key }, unlinked)).toBe('none')
  })

  test('what lies in the bin is its authors’ alone', () => {
    const binned = { ...draft, status: 'removed' } as const
    expect(accessOf({ ...visitor, linkKey: key }, binned)).toBe('none')
    expect(accessOf(roles.editor, binned)).toBe('none')
    expect(accessOf(roles.coauthor, binned)).toBe('edit')
  })
})
