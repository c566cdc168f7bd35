import { expect, test } from 'vitest'
import { editComment } from '../comments/mutations.ts'
import { comments } from '../comments/schema.ts'
import { policies } from '../policies.ts'
import { visitor } from '../kernel/viewer.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { setLinkSharing, sharePost, unsharePost } from '../posts/share-mutations.ts'
import { publishPost, unpublishPost } from '../posts/mutations.ts'
import { setCoauthor } from '../posts/coauthor-mutations.ts'
import { invitations } from '../posts/invitation-schema.ts'
import { authorships, posts, revisions, writings } from '../posts/schema.ts'
import { saveVersion } from '../posts/version-mutations.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { idOf, member, moderator, paragraph, publishArgs, T0 } from '../testing/factories.ts'
import { createDialogue, joinDialogue, publishDialogue, sayInDialogue, setDialogueInput } from './mutations.ts'
import { dialogueInputId, dialogueInputs } from './schema.ts'

const ada = member(idOf(100), { karma: 1 })
const ben = member(idOf(200))
const eve = member(idOf(300))
const id = idOf(1)
const say = (n: number) => ({ id: idOf(n), postId: id, body: paragraph(`Word ${n}.`) })

async function asked() {
  const mutations = mutationsOver([invitations, posts, revisions, writings, authorships, comments, dialogueInputs])
  await mutations.run(
    createDialogue,
    { id, revisionId: idOf(2), title: 'On tides', participantIds: [idOf(200), idOf(200), idOf(100)] },
    { viewer: ada },
  )
  return mutations
}

/** Ben has agreed. */
async function begun() {
  const mutations = await asked()
  await mutations.run(joinDialogue, { id }, { viewer: ben })
  return mutations
}

const seen = (mutations: Awaited<ReturnType<typeof begun>>, commentId: string, viewer: Viewer) =>
  mutations.read(async (read) => {
    const comment = await read.get(comments, commentId)
    return comment === undefined ? undefined : policies.of(comments)(comment, viewer, read)
  })

test('is a draft of all who take part; what is said is theirs alone until it is published, and everybody’s then', async () => {
  const mutations = await begun()
  expect(await mutations.get(posts, id)).toMatchObject({ holds: 'dialogue', status: 'draft', title: 'On tides', coauthorIds: [idOf(200)] })
  await mutations.run(sayInDialogue, say(10), { viewer: ada })
  await mutations.run(sayInDialogue, say(11), { viewer: ben, now: T0 + 5 })
  for (const viewer of [ada, ben]) expect(await seen(mutations, idOf(10), viewer)).toMatchObject({ message: 'held' })
  for (const viewer of [visitor, eve, moderator]) expect(await seen(mutations, idOf(10), viewer)).toBeUndefined()
  const held = await mutations.get(comments, idOf(10))
  expect(held && [comments.scope(held), comments.shape(held)]).toEqual([`draft:${id}`, `draft:${id}`])

  await mutations.run(publishDialogue, { id }, { viewer: ben, now: T0 + 9 })
  const before = await mutations.everything()
  await mutations.run(publishDialogue, { id }, { viewer: ada, now: T0 + 99 })
  expect(await mutations.everything()).toBe(before)
  expect(await mutations.get(posts, id)).toMatchObject({
    status: 'published',
    publishedAt: T0 + 9,
    excerpt: 'Word 10.',
    lastCommentedAt: T0 + 5,
  })
  expect(await seen(mutations, idOf(11), visitor)).toMatchObject({ message: 'said' })
  await mutations.run(sayInDialogue, say(12), { viewer: ada })
  expect(await seen(mutations, idOf(12), visitor)).toMatchObject({ message: 'said' })
})

test('nobody’s name stands on it before they have agreed: asked, they read along, and neither speak nor are named', async () => {
  const mutations = await asked()
  await mutations.run(sayInDialogue, say(10), { viewer: ada })
  expect(await mutations.get(posts, id)).toMatchObject({ coauthorIds: [], shares: [{ userId: idOf(200), level: 'read', isInvited: true }] })
  expect(await seen(mutations, idOf(10), ben)).toMatchObject({ message: 'held' })
  expect(await refusalOf(mutations.run(sayInDialogue, say(11), { viewer: ben }))).toMatchObject({ reason: 'not-in-dialogue' })
  expect(await refusalOf(mutations.run(publishDialogue, { id }, { viewer: ada }))).toMatchObject({ reason: 'nobody-has-joined' })
  // Nor does the author give them a byline in another way.
  await mutations.run(setCoauthor, { id, userId: idOf(200), isOn: true }, { viewer: ada })
  expect(await mutations.get(posts, id)).toMatchObject({ coauthorIds: [], shares: [{ userId: idOf(200), isInvited: true }] })
  await mutations.run(joinDialogue, { id }, { viewer: ben })
  const before = await mutations.everything()
  await mutations.run(joinDialogue, { id }, { viewer: ben })
  expect(await mutations.everything()).toBe(before)
  expect(await mutations.get(posts, id)).toMatchObject({ coauthorIds: [idOf(200)], shares: [] })
})

test('whoever declines is out of it, and cannot come back by themselves', async () => {
  const mutations = await asked()
  await mutations.run(unsharePost, { id, userId: idOf(200) }, { viewer: ben })
  expect(await mutations.get(posts, id)).toMatchObject({ coauthorIds: [], shares: [] })
  expect(await refusalOf(mutations.run(joinDialogue, { id }, { viewer: ben }))).toMatchObject({ code: 'not-found' })
})

test('whom its author asks no more cannot join, also while there is a link', async () => {
  const mutations = await asked()
  await mutations.run(setLinkSharing, { id, level: 'read', key: idOf(90) }, { viewer: ada })
  await mutations.run(unsharePost, { id, userId: idOf(200) }, { viewer: ada })
  expect(await refusalOf(mutations.run(joinDialogue, { id }, { viewer: ben }))).toMatchObject({ code: 'not-found' })
  expect(await mutations.get(posts, id)).toMatchObject({ coauthorIds: [] })
})

test('whoever was asked is still asked when they are let do more', async () => {
  const mutations = await asked()
  await mutations.run(sharePost, { id, userId: idOf(200), level: 'edit' }, { viewer: ada })
  await mutations.run(joinDialogue, { id }, { viewer: ben })
  expect(await mutations.get(posts, id)).toMatchObject({ coauthorIds: [idOf(200)], shares: [] })
})

test.each([
  ['a visitor', visitor, { reason: 'sign-in-first' }],
  ['a banned member', { kind: 'visitor', bannedUntil: 9e15 } as const, { reason: 'banned' }],
  ['a stranger', eve, { code: 'not-found' }],
  ['a moderator', moderator, { code: 'not-found' }],
  ['whoever was asked, muted since', member(idOf(200), { commentingDisabled: true }), { reason: 'commenting-disabled' }],
])('%s does not join a dialogue', async (_who, viewer, refusal) => {
  const mutations = await asked()
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(joinDialogue, { id }, { viewer }))).toMatchObject(refusal)
  expect(await mutations.everything()).toBe(before)
})

test('what a message said before it was published stays its authors’ when the dialogue is published', async () => {
  const mutations = await begun()
  await mutations.run(sayInDialogue, say(10), { viewer: ada })
  await mutations.run(editComment, { id: idOf(10), body: paragraph('Kinder words.'), bodyVersion: 1 }, { viewer: ada })
  await mutations.run(publishDialogue, { id }, { viewer: ada })
  const earlier = `${idOf(10)}:1`
  const seenBy = (viewer: Viewer) =>
    mutations.read(async (read) => {
      const revision = await read.get(revisions, earlier)
      return revision && policies.of(revisions)(revision, viewer, read)
    })
  expect(await seenBy(ben)).toMatchObject({ body: paragraph('Word 10.') })
  for (const viewer of [visitor, eve, moderator]) expect(await seenBy(viewer)).toBeUndefined()
  const kept = await mutations.get(revisions, earlier)
  expect(kept && [revisions.scope(kept), revisions.shape(kept)]).toEqual([`draft:${id}`, `draft:${id}`])
})

test('what its authors noted in the editor is not published with it', async () => {
  const mutations = await begun()
  const note = { id, revisionId: idOf(5), body: paragraph('Between us.'), note: '' }
  await mutations.run(saveVersion, note, { viewer: ada })
  await mutations.run(sayInDialogue, say(10), { viewer: ada })
  await mutations.run(publishDialogue, { id }, { viewer: ada })
  const post = await mutations.get(posts, id)
  expect(await mutations.get(revisions, post?.revisionId ?? '')).toMatchObject({ isDraft: false, version: '1.0.0', wordCount: 0 })
  expect(await mutations.get(revisions, idOf(5))).toMatchObject({ isDraft: true, body: paragraph('Between us.') })
  await mutations.run(unpublishPost, { id }, { viewer: ada })
  await mutations.run(publishDialogue, { id }, { viewer: ada })
  expect(await mutations.get(posts, id)).toMatchObject({ status: 'published', revisionId: post?.revisionId, version: '1.0.0' })
  expect(await mutations.get(revisions, idOf(5))).toMatchObject({ isDraft: true })
})

test('what one is about to say is seen by those who take part, and empty once it is said', async () => {
  const mutations = await begun()
  await mutations.run(setDialogueInput, { postId: id, text: 'I am about' }, { viewer: ben })
  const inputId = dialogueInputId(id, idOf(200))
  const visible = (viewer: Viewer) =>
    mutations.read(async (read) => {
      const input = await read.get(dialogueInputs, inputId)
      return input && policies.of(dialogueInputs)(input, viewer, read)
    })
  for (const viewer of [ada, ben]) expect(await visible(viewer)).toMatchObject({ text: 'I am about' })
  for (const viewer of [visitor, eve, moderator]) expect(await visible(viewer)).toBeUndefined()
  await mutations.run(sayInDialogue, say(10), { viewer: ben })
  expect(await visible(ada)).toMatchObject({ text: '' })
})

test.each([
  ['a visitor saying something', sayInDialogue, say(10), visitor, undefined],
  ['a stranger saying something', sayInDialogue, say(10), eve, undefined],
  ['a stranger publishing', publishDialogue, { id }, eve, undefined],
  ['a participant publishing without a word said', publishDialogue, { id }, ada, undefined],
  ['a participant publishing a text in its place', publishPost, publishArgs({ id, revisionId: idOf(9) }), ada, 'no-text-to-edit'],
  ['a muted participant', sayInDialogue, say(10), member(idOf(200), { commentingDisabled: true }), 'commenting-disabled'],
] as const)('%s is refused and nothing changes', async (_who, mutation, args, viewer, reason) => {
  const mutations = await begun()
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run<never>(mutation as never, args, { viewer }))).toMatchObject({ reason })
  expect(await mutations.everything()).toBe(before)
})

test('an id that somebody else’s post has is refused', async () => {
  const mutations = await begun()
  const args = { id, revisionId: idOf(8), title: 'Mine', participantIds: [idOf(100)] }
  expect(await refusalOf(mutations.run(createDialogue, args, { viewer: eve }))).toMatchObject({ code: 'not-found' })
})
