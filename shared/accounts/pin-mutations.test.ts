import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { deedsOver, refusalOf } from '../testing/deeds.ts'
import { aMember, aPost, idOf, member, moderator } from '../testing/factories.ts'
import { pinPost } from './pin-mutations.ts'
import { members } from './schema.ts'

const ada = member(idOf(100))

async function aShelf() {
  const deeds = deedsOver([posts, members])
  for (const n of [1, 2, 3, 4, 5]) await deeds.put(posts, aPost({ id: idOf(n), slug: `post-${n}` }))
  for (const id of [idOf(100), idOf(200), idOf(900)]) await deeds.put(members, aMember({ id }))
  return deeds
}

test('posts stand first in the order in which they were pinned, twice is once, and taken off they are gone', async () => {
  const deeds = await aShelf()
  for (const n of [2, 1, 2]) await deeds.run(pinPost, { postId: idOf(n), isOn: true }, { viewer: ada })
  expect(await deeds.get(members, idOf(100))).toMatchObject({ pinnedPostIds: [idOf(2), idOf(1)] })
  for (const _twice of [1, 2]) await deeds.run(pinPost, { postId: idOf(2), isOn: false }, { viewer: ada })
  expect(await deeds.get(members, idOf(100))).toMatchObject({ pinnedPostIds: [idOf(1)] })
})

test('a fifth is refused and nothing changes', async () => {
  const deeds = await aShelf()
  for (const n of [1, 2, 3, 4]) await deeds.run(pinPost, { postId: idOf(n), isOn: true }, { viewer: ada })
  const before = await deeds.everything()
  expect(await refusalOf(deeds.run(pinPost, { postId: idOf(5), isOn: true }, { viewer: ada }))).toMatchObject({ field: 'pinnedPosts' })
  expect(await deeds.everything()).toBe(before)
})

test('what was taken back since takes no place', async () => {
  const deeds = await aShelf()
  for (const n of [1, 2, 3, 4]) await deeds.run(pinPost, { postId: idOf(n), isOn: true }, { viewer: ada })
  await deeds.put(posts, aPost({ id: idOf(2), slug: 'post-2', status: 'draft' }))
  await deeds.run(pinPost, { postId: idOf(5), isOn: true }, { viewer: ada })
  expect(await deeds.get(members, idOf(100))).toMatchObject({ pinnedPostIds: [idOf(1), idOf(3), idOf(4), idOf(5)] })
})

test.each([
  ['another member', member(idOf(200)), aPost(), 'not-yours'],
  ['a moderator', moderator, aPost(), 'not-yours'],
  ['a visitor', visitor, aPost(), undefined],
  ['its author, of a draft', ada, aPost({ status: 'draft' }), 'post-is-draft'],
  ['its author, of what was not accepted', ada, aPost({ rejectedReason: 'No.' }), 'post-is-rejected'],
])('%s does not pin it', async (_who, viewer, post, reason) => {
  const deeds = await aShelf()
  await deeds.put(posts, post)
  const before = await deeds.everything()
  const refusal = await refusalOf(deeds.run(pinPost, { postId: post.id, isOn: true }, { viewer }))
  if (reason !== undefined) expect(refusal.reason).toBe(reason)
  expect(await deeds.everything()).toBe(before)
})
