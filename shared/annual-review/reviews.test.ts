import { describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import type { Post } from '../posts/schema.ts'
import { posts } from '../posts/schema.ts'
import { aMember, aPost, idOf, member, paragraph } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { noPlan } from './plan-mutations.ts'
import { postReview } from './review-mutations.ts'
import { postReviews, reviewPlans } from './schema.ts'
import { phaseStart, reviewYearOf, yearStart } from './years.ts'

const year = 2025
const [mia, postId] = [idOf(300), idOf(7)]
const reader = member(mia)
const [nominating, reviewing, voting] = [phaseStart(year, 'nominations'), phaseStart(year, 'reviews'), phaseStart(year, 'voting')]
const over = phaseStart(year, 'results')
const args = { id: idOf(9), postId, year, body: paragraph('It holds up.') }

interface Given {
  readonly post?: Partial<Post>
  readonly joinedAt?: number
  readonly excluded?: readonly string[]
}

async function given({ post = {}, joinedAt = yearStart(year) - 1, excluded = [] }: Given = {}) {
  const mutations = mutationsOver([members, posts, comments, reviewPlans])
  await mutations.put(members, aMember({ id: mia, joinedAt }))
  await mutations.put(posts, aPost({ id: postId, publishedAt: yearStart(year) + 9, ...post }))
  if (excluded.length > 0) await mutations.put(reviewPlans, { ...noPlan(year), excludedPostIds: [...excluded] })
  return mutations
}

test.each<[string, number, Given]>([
  ['while posts are nominated', nominating, {}],
  ['while reviews are written', reviewing, { joinedAt: yearStart(year + 1) - 1 }],
  ['in the last millisecond of voting', over - 1, {}],
])('a review is a comment at the top that says for which year it is: %s', async (_when, now, scene) => {
  const mutations = await given(scene)
  await mutations.run(postReview, args, { viewer: reader, now })
  await mutations.run(postReview, { ...args, body: paragraph('Another') }, { viewer: reader, now })
  expect(await mutations.get(comments, args.id)).toMatchObject({
    ...{ postId, authorId: mia, parentId: null, rootId: args.id, reviewingForReview: year, postedAt: now, body: args.body },
  })
})

describe('a review is refused, and nothing is stored', () => {
  const shut = { kind: 'visitor', bannedUntil: 9e15 } as const
  test.each<[string, Viewer, number, Given, object, object]>([
    ['a visitor', visitor, reviewing, {}, {}, { reason: 'sign-in-first' }],
    ['a banned member', shut, reviewing, {}, {}, { reason: 'banned' }],
    ['a member who may not comment', member(mia, { commentingDisabled: true }), reviewing, {}, {}, { reason: 'commenting-disabled' }],
    ['the author', reader, reviewing, { post: { authorId: mia } }, {}, { reason: 'own-review' }],
    ['a co-author', reader, voting, { post: { coauthorIds: [mia] } }, {}, { reason: 'own-review' }],
    ['before the first second', reader, nominating - 1, {}, {}, { reason: 'review-is-closed' }],
    ['when voting has ended', reader, over, {}, {}, { reason: 'review-is-closed' }],
    ['a year that is over', reader, reviewing, { post: { publishedAt: yearStart(2024) } }, { year: 2024 }, { reason: 'review-is-closed' }],
    ['a year to come', reader, reviewing, {}, { year: 2031 }, { reason: 'review-is-closed' }],
    ['a post of another year', reader, reviewing, { post: { publishedAt: yearStart(2026) } }, {}, { reason: 'not-in-review' }],
    ['quick takes', reader, reviewing, { post: { holds: 'quickTakes', authorId: mia } }, {}, { reason: 'not-in-review' }],
    ['an event', reader, reviewing, { post: { kind: 'event' } }, {}, { reason: 'not-in-review' }],
    ['a post that was taken out', reader, reviewing, { excluded: [postId] }, {}, { reason: 'not-in-review' }],
    ['a locked discussion', reader, reviewing, { post: { commentsLocked: true } }, {}, { reason: 'comments-locked' }],
    ['a draft of somebody else', reader, reviewing, { post: { status: 'draft' } }, {}, { code: 'not-found' }],
    ['a post that is not there', reader, reviewing, {}, { postId: idOf(8) }, { code: 'not-found' }],
    ['an account of the year, nominating', reader, nominating, { joinedAt: yearStart(year) }, {}, { reason: 'review-needs-older-account' }],
    ['an account of after the year', reader, voting, { joinedAt: yearStart(2026) }, {}, { reason: 'review-needs-older-account' }],
    ['a review that answers a comment', reader, reviewing, {}, { parentId: idOf(5) }, { code: 'invalid' }],
    ['no text', reader, reviewing, {}, { body: paragraph('') }, { code: 'invalid', field: 'body' }],
    ['half a year', reader, reviewing, {}, { year: 2025.5 }, { code: 'invalid', field: 'year' }],
  ])('%s', async (_what, viewer, now, scene, changes, expected) => {
    const mutations = await given(scene)
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(postReview, { ...args, ...changes }, { viewer, now }))).toMatchObject(expected)
    expect(await mutations.everything()).toBe(before)
  })
})

test('an id that another member’s comment has is refused', async () => {
  const mutations = await given()
  await mutations.put(members, aMember({ id: idOf(301), joinedAt: yearStart(year) - 1 }))
  await mutations.run(postReview, args, { viewer: member(idOf(301)), now: reviewing })
  expect(await refusalOf(mutations.run(postReview, args, { viewer: reader, now: reviewing }))).toMatchObject({ code: 'not-found' })
})

test('that a review stands is known to those who may read its post, and to no device by itself', async () => {
  const row = { id: args.id, postId, authorId: mia, year, at: reviewing }
  const seen = async (status: Post['status']) => {
    const tx = memoryTransaction()
    await tx.put(posts, aPost({ id: postId, status, publishedAt: yearStart(year) }))
    return (await policies.of(postReviews)(row, visitor, tx)) !== undefined
  }
  expect([await seen('published'), await seen('draft'), await seen('removed')]).toEqual([true, false, false])
  expect(postReviews.shape(row)).toBeNull()
})

test('a post is in the review of the year in which it was published where the site is', () => {
  expect([yearStart(2025) - 1, yearStart(2025), yearStart(2026) - 1].map(reviewYearOf)).toEqual([2024, 2025, 2025])
})
