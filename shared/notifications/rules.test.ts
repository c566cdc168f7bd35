import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { aComment, aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mentionedSlugs } from './mentions.ts'
import type { KarmaItem } from './karma-schema.ts'
import { canSeeKarma, canSeeNotification, channelsFor, inAppChannels, karmaShown, karmaSum, inAppFrequency } from './rules.ts'
import type { Notification } from './schema.ts'
import { standardKarma, standardSettings } from './schema.ts'

const reader = member(idOf(300))
const told: Notification = {
  id: `${idOf(300)}:comment:${idOf(10)}`,
  ...{ userId: idOf(300), type: 'newComment', cause: `comment:${idOf(10)}`, actorId: idOf(200) },
  ...{ postId: idOf(1), commentId: idOf(10), title: 'On tides', because: '', at: T0, viewedAt: null, place: 'recent' },
}
const draft = { status: 'draft', publishedAt: null } as const
const shared = { ...draft, shares: [{ userId: idOf(300), level: 'read' as const, isByLink: false }] }

test.each([
  ['its owner', reader, told, {}, {}, true],
  ['somebody else', member(idOf(301)), told, {}, {}, false],
  ['a moderator who is not its owner', moderator, told, {}, {}, false],
  ['a visitor', visitor, told, {}, {}, false],
  ['its owner, of a post that went back to draft', reader, told, draft, {}, false],
  ['its owner, of a removed comment', reader, told, {}, { removedBy: 'author' as const }, false],
  ['its owner, of a comment that waits for a moderator', reader, told, {}, { awaitsReview: true }, false],
  ['its owner, of a shared draft', reader, { ...told, type: 'postSharedWithUser', commentId: null } as const, shared, {}, true],
  [
    'its owner, of a draft that is shared no more',
    reader,
    { ...told, type: 'postSharedWithUser', commentId: null } as const,
    draft,
    {},
    false,
  ],
  [
    'whoever may only read, of what is said about the draft',
    reader,
    { ...told, type: 'newCommentOnDraft', commentId: null } as const,
    shared,
    {},
    false,
  ],
] as const)('%s sees it: %#', (_who, viewer, notification, post, comment, expected) => {
  const changes = 'shares' in post ? { ...post, shares: [...post.shares] } : post
  expect(canSeeNotification(viewer, notification, { post: aPost(changes), comment: aComment(comment) })).toBe(expected)
})

test('what is not at hand on a device is shown: the server takes it back when it is hidden', () => {
  expect(canSeeNotification(reader, told, { post: undefined, comment: undefined })).toBe(true)
})

const settings = standardSettings(idOf(300))
test.each([
  ['the standard', settings, 'newReplyToYou', null, { inApp: true, email: 'now', push: false }],
  [
    'the type’s choice',
    { ...settings, types: { newPost: { inApp: false, email: 'daily', push: true } } } as const,
    'newPost',
    null,
    { inApp: false, email: 'daily', push: true },
  ],
  [
    'once a week here',
    { ...settings, types: { newPost: { inApp: true, pace: 'weekly', email: 'off', push: false } } } as const,
    'newPost',
    null,
    { inApp: true, pace: 'weekly', email: 'off', push: false },
  ],
  [
    'once a week here, but for a thing of which its reader has chosen',
    { ...settings, types: { newPost: { inApp: true, pace: 'weekly', email: 'off', push: false } } } as const,
    'newPost',
    'inApp',
    { inApp: true, email: 'off', push: false },
  ],
  [
    'the thing’s choice before the type’s',
    { ...settings, types: { newPost: { inApp: false, email: 'off', push: false } } } as const,
    'newPost',
    'emailWeekly',
    { inApp: true, email: 'weekly', push: false },
  ],
  [
    'no mail for whoever wants none, also of a thing',
    { ...settings, noEmails: true },
    'newPost',
    'emailNow',
    { inApp: true, email: 'off', push: false },
  ],
] as const)('%s decides', (_what, given, type, via, expected) => {
  const types = Object.fromEntries(Object.entries(given.types))
  expect(channelsFor({ ...given, types }, type, via)).toEqual(expected)
})

test('ten of a text are told that they are mentioned, each once; a post that is mentioned is nobody', () => {
  const mention = (id: string, kind = 'member') => ({ type: 'mention' as const, attrs: { kind, id, label: id } })
  const names = Array.from({ length: 14 }, (_, at) => `m${at}`)
  const content = [mention('a-post', 'post'), mention('m0'), ...names.map((name) => mention(name))]
  expect(mentionedSlugs({ type: 'doc', content: [{ type: 'paragraph', content }] })).toEqual(names.slice(0, 10))
})

describe('what votes came to', () => {
  const item = (n: number, by: number): KarmaItem => ({ targetKind: 'post', targetId: idOf(n), postId: idOf(n), title: 'On tides', by })
  const items = [item(1, -2), item(2, 1), item(3, 5)]

  test('is listed most first, without what has lost unless its owner wants that too', () => {
    expect(karmaShown(items, standardKarma).map(({ by }) => by)).toEqual([5, 1])
    const all = karmaShown(items, { ...standardKarma, showsNegative: true })
    expect([all.map(({ by }) => by), karmaSum(all)]).toEqual([[5, 1, -2], 4])
    expect(karmaShown(items, { ...standardKarma, pace: 'off' })).toEqual([])
  })

  test.each([
    ['a post of theirs', {}, undefined, true],
    ['a post that went back to draft, of another', draft, undefined, false],
    ['a removed comment', {}, { removedBy: 'moderator' as const }, false],
    ['a comment that was not accepted', {}, { rejectedReason: 'off topic' }, false],
    ['a comment under a post that went back to draft', draft, {}, false],
  ] as const)('on %s: %#', (_what, post, comment, expected) => {
    const about = { post: aPost(post), comment: comment === undefined ? undefined : aComment(comment) }
    expect(canSeeKarma(reader, about)).toBe(expected)
  })
})

test('how often something comes here is one choice, and back', () => {
  for (const pace of ['off', 'now', 'daily', 'weekly'] as const)
    expect(inAppFrequency({ ...inAppChannels(pace), email: 'off', push: false })).toBe(pace)
})
