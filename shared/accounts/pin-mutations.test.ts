import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aMember, aPost, idOf, member, moderator } from '../testing/factories.ts'
import { movePinnedPost, pinPost } from './pin-mutations.ts'
import { members } from './schema.ts'

const ada = member(idOf(100))

async function aPinnedList() {
  const mutations = mutationsOver([posts, members])
  for (const n of [1, 2, 3, 4, 5]) await mutations.put(posts, aPost({ id: idOf(n), slug: `post-${n}` }))
  for (const id of [idOf(100), idOf(200), idOf(900)]) await mutations.put(members, aMember({ id }))
  return mutations
}

test('posts stand first in the order in which they were pinned, twice is once, and taken off they are gone', async () => {
  const mutations = await aPinnedList()
  for (const n of [2, 1, 2]) await mutations.run(pinPost, { postId: idOf(n), isOn: true }, { viewer: ada })
  expect(await mutations.get(members, idOf(100))).toMatchObject({ pinnedPostIds: [idOf(2), idOf(1)] })
  for (const _twice of [1, 2]) await mutations.run(pinPost, { postId: idOf(2), isOn: false }, { viewer: ada })
  expect(await mutations.get(members, idOf(100))).toMatchObject({ pinnedPostIds: [idOf(1)] })
})

test('a fifth is refused and nothing changes', async () => {
  const mutations = await aPinnedList()
  for (const n of [1, 2, 3, 4]) await mutations.run(pinPost, { postId: idOf(n), isOn: true }, { viewer: ada })
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(pinPost, { postId: idOf(5), isOn: true }, { viewer: ada }))).toMatchObject({ field: 'pinnedPosts' })
  expect(await mutations.everything()).toBe(before)
})

test('what was taken back since takes no place', async () => {
  const mutations = await aPinnedList()
  for (const n of [1, 2, 3, 4]) await mutations.run(pinPost, { postId: idOf(n), isOn: true }, { viewer: ada })
  await mutations.put(posts, aPost({ id: idOf(2), slug: 'post-2', status: 'draft' }))
  await mutations.run(pinPost, { postId: idOf(5), isOn: true }, { viewer: ada })
  expect(await mutations.get(members, idOf(100))).toMatchObject({ pinnedPostIds: [idOf(1), idOf(3), idOf(4), idOf(5)] })
})

test.each([
  ['another member', member(idOf(200)), aPost(), 'not-yours'],
  ['a moderator', moderator, aPost(), 'not-yours'],
  ['a visitor', visitor, aPost(), undefined],
  ['its author, of a draft', ada, aPost({ status: 'draft' }), 'post-is-draft'],
  ['its author, of what was not accepted', ada, aPost({ rejectedReason: 'No.' }), 'post-is-rejected'],
])('%s does not pin it', async (_who, viewer, post, reason) => {
  const mutations = await aPinnedList()
  await mutations.put(posts, post)
  const before = await mutations.everything()
  const refusal = await refusalOf(mutations.run(pinPost, { postId: post.id, isOn: true }, { viewer }))
  if (reason !== undefined) expect(refusal.reason).toBe(reason)
  expect(await mutations.everything()).toBe(before)
})

test('one is put before another, or at the end; only one’s own, and only what is pinned', async () => {
  const mutations = await aPinnedList()
  for (const n of [1, 2, 3]) await mutations.run(pinPost, { postId: idOf(n), isOn: true }, { viewer: ada })
  const order = async () => (await mutations.get(members, idOf(100)))?.pinnedPostIds
  const move = (n: number, before: number | null) =>
    mutations.run(movePinnedPost, { postId: idOf(n), beforeId: before === null ? null : idOf(before) }, { viewer: ada })
  for (const _twice of [1, 2]) await move(3, 1)
  expect(await order()).toEqual([idOf(3), idOf(1), idOf(2)])
  await move(3, null)
  expect(await order()).toEqual([idOf(1), idOf(2), idOf(3)])
  // What it was to stand before has gone meanwhile.
  await move(1, 5)
  expect(await order()).toEqual([idOf(2), idOf(3), idOf(1)])
  await move(2, 2)
  const before = await mutations.everything()
  expect(await refusalOf(move(4, 1))).toMatchObject({ code: 'not-found' })
  for (const viewer of [visitor, member(idOf(200))])
    expect(await refusalOf(mutations.run(movePinnedPost, { postId: idOf(1), beforeId: null }, { viewer }))).toMatchObject({
      code: viewer === visitor ? 'not-allowed' : 'not-found',
    })
  expect(await mutations.everything()).toBe(before)
})
