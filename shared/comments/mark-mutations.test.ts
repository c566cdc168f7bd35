import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { posts, revisions } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aComment, aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { setCommentMark } from './mark-mutations.ts'
import { comments } from './schema.ts'

const bob = member(idOf(200))
const root = aComment()
const below = aComment({ id: idOf(11), parentId: root.id, rootId: root.id, authorId: idOf(300) })

async function discussion(post = aPost()) {
  const mutations = mutationsOver([posts, revisions, comments])
  await mutations.put(posts, post)
  for (const comment of [root, below]) await mutations.put(comments, comment)
  return mutations
}

test.each([
  [{ name: 'retracted', isOn: true }, { name: 'retracted', isOn: false }, bob, { retractedAt: T0 }],
  [{ name: 'onProfile', isOn: true }, { name: 'onProfile', isOn: false }, bob, { isPinnedOnProfile: true }],
  [{ name: 'pinned', isOn: true }, { name: 'pinned', isOn: false }, moderator, { pinnedAt: T0, pinnedById: idOf(900) }],
  [{ name: 'lock', until: T0 + 5 }, { name: 'lock', until: null }, moderator, { repliesLockedUntil: T0 + 5 }],
  [{ name: 'rejected', reason: 'No.' }, { name: 'rejected', reason: null }, moderator, { rejectedReason: 'No.' }],
] as const)('%j stands until it is taken back, and twice is once', async (on, off, viewer, expected) => {
  const mutations = await discussion()
  await mutations.run(setCommentMark, { id: root.id, mark: on }, { viewer })
  await mutations.run(setCommentMark, { id: root.id, mark: on }, { viewer, now: T0 + 9 })
  expect(await mutations.get(comments, root.id)).toEqual({ ...root, ...expected })
  await mutations.run(setCommentMark, { id: root.id, mark: off }, { viewer })
  expect(await mutations.get(comments, root.id)).toEqual(root)
})

test('an answer moves to the comments and back; what is said under it follows by its thread', async () => {
  const mutations = await discussion(aPost({ kind: 'question' }))
  await mutations.run(setCommentMark, { id: root.id, mark: { name: 'answer', isOn: true } }, { viewer: member(idOf(100)) })
  expect(await mutations.get(comments, root.id)).toMatchObject({ isAnswer: true })
  expect(await mutations.get(comments, below.id)).toEqual(below)
  await mutations.run(setCommentMark, { id: root.id, mark: { name: 'answer', isOn: false } }, { viewer: bob })
  expect(await mutations.get(comments, root.id)).toEqual(root)
})

test('a lock asked for further down lies on the whole thread', async () => {
  const mutations = await discussion()
  await mutations.run(setCommentMark, { id: below.id, mark: { name: 'lock', until: T0 + 5 } }, { viewer: moderator })
  expect(await mutations.get(comments, root.id)).toMatchObject({ repliesLockedUntil: T0 + 5 })
  expect(await mutations.get(comments, below.id)).toEqual(below)
})

test.each([
  ['a visitor', visitor, { name: 'retracted', isOn: true }, 'sign-in-first'],
  ['another member', member(idOf(300)), { name: 'retracted', isOn: true }, 'not-yours'],
  ['its author, pinning it', bob, { name: 'pinned', isOn: true }, 'staff-only'],
  ['its author, where nothing is asked', bob, { name: 'answer', isOn: true }, 'not-a-question'],
] as const)('%s is refused and nothing changes', async (_who, viewer, mark, reason) => {
  const mutations = await discussion()
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(setCommentMark, { id: root.id, mark }, { viewer }))).toMatchObject({ reason })
  expect(await mutations.everything()).toBe(before)
})
