import { expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { archivePost, createPost, publishPost, restorePost } from '../posts/mutations.ts'
import { authorships, posts, revisions } from '../posts/schema.ts'
import { inlineComments } from '../inline-comments/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, aMember, aPost, idOf, member, paragraph, publishArgs, T0 } from '../testing/factories.ts'
import { quickTakesIdOf } from './container.ts'
import { editComment, postComment, postQuickTake } from './mutations.ts'
import { quickTakeThreads } from './queries.ts'
import { comments } from './schema.ts'

const bob = member(idOf(200))
const eve = member(idOf(300))
const place = quickTakesIdOf(idOf(200))
const take = (n: number, changes: Readonly<Record<string, unknown>> = {}) => ({
  id: idOf(n),
  postId: place,
  body: paragraph(`Thought ${n}.`),
  tags: [],
  isOnFrontpage: true,
  ...changes,
})

async function community() {
  const mutations = mutationsOver([posts, revisions, authorships, inlineComments, comments, members])
  await mutations.put(members, aMember({ id: idOf(200), displayName: 'Bob 🐟 Okafor' }))
  return mutations
}

test('the first makes the place where they stand, the next find it, and two devices without a network make the same', async () => {
  const mutations = await community()
  await mutations.run(postQuickTake, take(10, { tags: ['Tides', 'tides'], isOnFrontpage: false }), { viewer: bob })
  await mutations.run(postQuickTake, take(11), { viewer: bob, now: T0 + 5 })
  expect(await mutations.get(posts, place)).toMatchObject({
    authorId: idOf(200),
    title: 'Bob Okafor’s quick takes',
    holds: 'quickTakes',
    createdAt: T0,
  })
  expect(await mutations.get(comments, idOf(10))).toMatchObject({
    postId: place,
    parentId: null,
    isQuickTake: true,
    tags: ['tides'],
    isOffFrontpage: true,
  })
  expect(await mutations.get(comments, idOf(11))).not.toHaveProperty('isOffFrontpage')
})

test('a replay stores it once, and somebody else’s id is refused', async () => {
  const mutations = await community()
  await mutations.run(postQuickTake, take(10), { viewer: bob })
  const before = await mutations.everything()
  await mutations.run(postQuickTake, take(10), { viewer: bob, now: T0 + 60_000 })
  expect(await mutations.everything()).toBe(before)
  const hers = take(10, { postId: quickTakesIdOf(idOf(300)) })
  expect(await refusalOf(mutations.run(postQuickTake, hers, { viewer: eve }))).toMatchObject({ code: 'not-found' })
  expect(await refusalOf(mutations.run(postQuickTake, take(11), { viewer: eve }))).toMatchObject({ code: 'invalid', field: 'postId' })
})

test.each([
  ['a visitor', visitor, 'sign-in-first'],
  ['a banned member', { kind: 'visitor', bannedUntil: 9e15 } as const, 'banned'],
  ['a member who may not comment', member(idOf(200), { commentingDisabled: true }), 'commenting-disabled'],
])('%s is refused and stores nothing', async (_who, viewer, reason) => {
  const mutations = await community()
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(postQuickTake, take(10), { viewer }))).toMatchObject({ reason })
  expect(await mutations.everything()).toBe(before)
})

test('where they stand only their author begins threads, anybody replies, and each edits their own', async () => {
  const mutations = await community()
  await mutations.run(postQuickTake, take(10), { viewer: bob })
  const word = { id: idOf(20), postId: place, parentId: null, body: paragraph('May I?') }
  expect(await refusalOf(mutations.run(postComment, word, { viewer: eve }))).toMatchObject({ reason: 'others-quick-takes' })
  await mutations.run(postComment, { ...word, parentId: idOf(10) }, { viewer: eve })
  await mutations.run(editComment, { id: idOf(20), body: paragraph('I may.'), bodyVersion: 1 }, { viewer: eve })
  expect(await mutations.get(comments, idOf(20))).toMatchObject({ rootId: idOf(10), bodyVersion: 2 })
  expect(await mutations.get(comments, idOf(20))).not.toHaveProperty('isQuickTake')
  await mutations.run(postComment, { ...word, id: idOf(21) }, { viewer: bob })
  expect(await mutations.get(comments, idOf(21))).toMatchObject({ isQuickTake: true, activeAt: T0 })
})

test('nobody can take the place of another’s quick takes beforehand; an id that only looks like one is free', async () => {
  const mutations = await community()
  const refused = { code: 'invalid', field: 'id' }
  const create = (id: string) => mutations.run(createPost, { id, revisionId: idOf(2), kind: 'post', lang: 'en' }, { viewer: eve })
  expect(await refusalOf(create(place))).toMatchObject(refused)
  expect(await refusalOf(mutations.run(publishPost, publishArgs({ id: place }), { viewer: eve }))).toMatchObject(refused)
  expect(await refusalOf(mutations.run(postQuickTake, take(1, { id: place }), { viewer: bob }))).toMatchObject(refused)
  await create(quickTakesIdOf(idOf(999)))
})

test('they come by what was said last in their threads, whole, without those that were removed', async () => {
  const mutations = await community()
  await mutations.put(posts, aPost())
  for (const n of [10, 11, 12]) await mutations.run(postQuickTake, take(n), { viewer: bob, now: T0 + n })
  const answer = { id: idOf(20), postId: place, parentId: idOf(10), body: paragraph('Yes.') }
  await mutations.run(postComment, answer, { viewer: eve, now: T0 + 20 })
  await mutations.run(postComment, { ...answer, id: idOf(21), parentId: idOf(20) }, { viewer: bob, now: T0 + 21 })
  const [first, removed] = [await mutations.get(comments, idOf(10)), await mutations.get(comments, idOf(12))]
  if (first === undefined || removed === undefined) throw new Error('both were posted')
  // As the server derives it.
  await mutations.put(comments, { ...first, activeAt: T0 + 21 })
  await mutations.put(comments, { ...removed, removedBy: 'author' })
  const { threads, hasMore } = await mutations.read((read) => quickTakeThreads(read, 20))
  expect(threads.map((thread) => thread.comments.map(({ comment }) => comment.id))).toEqual([[idOf(10), idOf(20), idOf(21)], [idOf(11)]])
  expect(hasMore).toBe(false)
})

test('the place of quick takes that was put away and had back takes them again', async () => {
  const mutations = await community()
  await mutations.run(postQuickTake, take(10), { viewer: bob })
  await mutations.run(archivePost, { id: place }, { viewer: admin })
  expect(await refusalOf(mutations.run(postQuickTake, take(11), { viewer: bob }))).toBeDefined()
  await mutations.run(restorePost, { id: place }, { viewer: admin })
  await mutations.run(postQuickTake, take(11), { viewer: bob })
  expect(await mutations.get(posts, place)).toMatchObject({ status: 'published', archivedAt: null })
})
