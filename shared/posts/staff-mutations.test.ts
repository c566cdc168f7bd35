import { expect, test } from 'vitest'
import { commentOrderOf } from '../comments/offered-orders.ts'
import { canDiscuss } from '../comments/rules.ts'
import { emptyTally } from '../comments/queries.ts'
import { isEligible } from '../annual-review/years.ts'
import { listingsOfPost } from '../feed/listings-of-post.ts'
import { isInReading } from '../sequences/queries.ts'
import { isForEverybody } from '../spotlights/rules.ts'
import { admin, aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { visitor } from '../kernel/viewer.ts'
import { readingMinutes } from '../text/measure.ts'
import type { Post } from './schema.ts'
import { posts } from './schema.ts'
import { setStaffDetail } from './staff-mutations.ts'

const author = member(idOf(100))
const settle = (field: string, value: unknown) => ({ id: idOf(1), detail: { field, value } })

async function site() {
  const mutations = mutationsOver([posts])
  await mutations.put(posts, aPost())
  return mutations
}

test.each([
  ['isUnlisted', true],
  ['noIndex', true],
  ['isNotRecommended', true],
  ['isOffDiscussion', true],
  ['commentOrder', 'postCommentsNew'],
  ['commentersBefore', '2026-02-28'],
  ['readMinutes', 12],
  ['firstPublishedUrl', 'https://example.org/tides'],
])('moderators settle %s of a post, and take it back', async (field, value) => {
  const mutations = await site()
  await mutations.run(setStaffDetail, settle(field, value), { viewer: moderator })
  expect(await mutations.get(posts, idOf(1))).toEqual({ ...aPost(), [field]: value })
  const none = typeof value === 'boolean' ? false : null
  await mutations.run(setStaffDetail, settle(field, none), { viewer: admin })
  expect(await mutations.get(posts, idOf(1))).toEqual({ ...aPost(), [field]: none })
})

test.each([
  ['its author', author, settle('isUnlisted', true), { reason: 'staff-only' }],
  ['a visitor', visitor, settle('isUnlisted', true), { reason: 'sign-in-first' }],
  ['the staff, over a draft that was never public', moderator, { ...settle('isUnlisted', true), id: idOf(2) }, { code: 'not-found' }],
  ['a day that there is not', moderator, settle('commentersBefore', '2026-02-30'), { code: 'invalid' }],
  ['an address that is none', moderator, settle('firstPublishedUrl', 'javascript:x'), { code: 'invalid' }],
  ['no minutes', moderator, settle('readMinutes', 0), { code: 'invalid' }],
  ['an order that there is not', moderator, settle('commentOrder', 'postCommentsWorst'), { code: 'invalid' }],
  ['another field', moderator, settle('authorId', idOf(900)), { code: 'invalid' }],
])('the settings of a post are refused to %s', async (_what, viewer, args, refusal) => {
  const mutations = await site()
  await mutations.put(posts, aPost({ id: idOf(2), slug: null, status: 'draft', publishedAt: null, revisionId: null }))
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(setStaffDetail, args, { viewer }))).toMatchObject(refusal)
  expect(await mutations.everything()).toEqual(before)
})

test('an unlisted post has no line in any list', () => {
  const lines = (isUnlisted: boolean) =>
    listingsOfPost(aPost({ isUnlisted }), { ...emptyTally('post', idOf(1), idOf(1)), baseScore: 300, maxBaseScore: 300 }, T0, [])
  expect(lines(false).length).toBeGreaterThan(2)
  expect(lines(true)).toEqual([])
})

test.each([
  ['is read in order with others', (post: Post) => isInReading(post)],
  ['has a spotlight', (post: Post) => isForEverybody({ kind: 'post', post })],
  ['is reviewed with its year', (post: Post) => isEligible(post, new Date(T0).getUTCFullYear(), undefined)],
] as const)('a post that is in no list, whether unlisted or rejected, no longer %s', (_what, isShown) => {
  const post = aPost({ publishedAt: T0 })
  expect([post, { ...post, isUnlisted: true }, { ...post, rejectedReason: 'off-topic' }].map(isShown)).toEqual([true, false, false])
})

test('only accounts made before the day comment, its author and the staff always', () => {
  const post = aPost({ commentersBefore: '2026-01-02' })
  const madeAt = (day: string) => canDiscuss(member(idOf(5), { joinedAt: Date.parse(day) }), post)
  expect(madeAt('2026-01-01T23:59:59Z')).toEqual({ allowed: true })
  expect(madeAt('2026-01-02')).toEqual({ allowed: false, reason: 'account-too-new' })
  expect(canDiscuss({ ...author, joinedAt: Date.parse('2026-03-01') }, post).allowed).toBe(true)
  expect(canDiscuss({ ...moderator, joinedAt: Date.parse('2026-03-01') }, post).allowed).toBe(true)
})

test('the order of its comments is the post’s own, unless the reader says otherwise', () => {
  expect(commentOrderOf(null, { commentOrder: 'postCommentsNew' })).toBe('postCommentsNew')
  expect(commentOrderOf('postCommentsOld', { commentOrder: 'postCommentsNew' })).toBe('postCommentsOld')
  expect(commentOrderOf(null, {})).toBe('postCommentsTop')
})

test('the minutes that the staff say take the place of those by words', () => {
  expect([readingMinutes(2_500), readingMinutes(2_500, null), readingMinutes(2_500, 3)]).toEqual([10, 10, 3])
})
