import { expect, test } from 'vitest'
import type { Doc } from '#shared/text/schema.ts'
import type { Picture } from '#shared/pictures/schema.ts'
import { members } from '#shared/accounts/schema.ts'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { comments } from '#shared/comments/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { aCore } from '#server/testing/core.ts'

const [postId, id, shown, other] = [idOf(1), idOf(10), idOf(60), idOf(61)]

const showing = (pictureId: string, words = 'Look.', size: Record<string, number> = {}): Doc => ({
  type: 'doc',
  content: [
    ...paragraph(words).content,
    { type: 'figure', content: [{ type: 'image', attrs: { src: links.picture(pictureId), alt: 'a', ...size } }] },
  ],
})

/** Ben, whom a moderator has let in, may comment on a post. */
async function aThread() {
  const core = await aCore()
  const [ada, ben] = [await core.join(100), await core.join(200)]
  await core.must({ name: 'posts.publish', args: publishArgs({ id: postId, revisionId: idOf(2) }), userId: ada, now: T0 })
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, ben)), approvedBy: ada }))
  const say = (body: Doc, more: object = {}) =>
    core.apply({ name: 'comments.post', args: { id, postId, parentId: null, body, ...more }, userId: ben, now: T0 + 60_000 })
  const edit = (body: Doc, bodyVersion: number, more: object = {}) =>
    core.apply({ name: 'comments.edit', args: { id, body, bodyVersion, ...more }, userId: ben, now: T0 + 60_000 * (bodyVersion + 1) })
  const upload = (pictureId: string, changes: Partial<Picture> = {}) =>
    core.store.write(({ tx }) =>
      tx.put(pictures, {
        ...{ id: pictureId, ownerId: ben, state: 'kept', kind: 'png', width: 300, height: 200, bytes: 9, sha256: pictureId },
        ...{ shownSha256: pictureId, at: T0, removedAt: null, removedById: null, ...changes },
      }),
    )
  const stored = () => core.store.read((read) => read.get(comments, id))
  return { core, ben, say, edit, upload, stored }
}

const isLater = { kind: 'later', reason: 'pictures-on-their-way' }
const isRefused = (field: string) => ({ kind: 'rejected', error: { code: 'invalid', field } })

test('a comment waits for the pictures that its device is still uploading, and no longer', async () => {
  const { say, upload, stored } = await aThread()
  expect(await say(showing(shown), { uploading: [shown] })).toMatchObject(isLater)
  expect(await stored()).toBeUndefined()
  await upload(shown)
  expect(await say(showing(shown), { uploading: [shown] })).toMatchObject({ kind: 'applied' })
  // So that no page moves when it comes.
  expect((await stored())?.body).toEqual(showing(shown, 'Look.', { width: 300, height: 200 }))
})

test('a picture of which no device says that it comes is refused at once', async () => {
  const { say } = await aThread()
  expect(await say(showing(shown))).toMatchObject(isRefused('pictures.missing'))
  expect(await say(showing(shown), { uploading: [other] })).toMatchObject(isRefused('pictures.missing'))
})

test.each(['refused', 'removed'] as const)('a comment whose picture was %s is refused, and says so', async (state) => {
  const { say, upload, stored } = await aThread()
  await upload(shown, { state })
  expect(await say(showing(shown), { uploading: [shown] })).toMatchObject(isRefused('pictures'))
  expect(await stored()).toBeUndefined()
})

test('an edit waits for what it adds, and not for what was taken down meanwhile', async () => {
  const { say, edit, upload, stored } = await aThread()
  await upload(shown)
  await say(showing(shown))
  await upload(shown, { state: 'removed' })
  expect(await edit(showing(shown, 'Look again.'), 1)).toMatchObject({ kind: 'applied' })
  const both: Doc = { ...showing(shown), content: [...showing(shown).content, ...showing(other).content] }
  expect(await edit(both, 2, { uploading: [other] })).toMatchObject(isLater)
  await upload(other)
  expect(await edit(both, 2, { uploading: [other] })).toMatchObject({ kind: 'applied' })
  expect((await stored())?.bodyVersion).toBe(3)
})

test('a quick take waits for its pictures as a comment does', async () => {
  const { core, ben, upload } = await aThread()
  const take = () =>
    core.apply({
      name: 'comments.postQuickTake',
      args: { id, postId: quickTakesIdOf(ben), body: showing(shown), tags: [], isOnFrontpage: true, uploading: [shown] },
      userId: ben,
      now: T0 + 60_000,
    })
  expect(await take()).toMatchObject(isLater)
  await upload(shown)
  expect(await take()).toMatchObject({ kind: 'applied' })
})

test('what is said in a dialogue waits for its pictures as a comment does, and is held with them', async () => {
  const { core, ben, upload, stored } = await aThread()
  const [eve, dialogueId] = [await core.join(300), idOf(3)]
  await core.earn(ben)
  const dialogue = { id: dialogueId, revisionId: idOf(4), title: 'On tides', participantIds: [eve] }
  await core.must({ name: 'dialogues.create', args: dialogue, userId: ben, now: T0 })
  const say = (more: object) =>
    core.apply({ name: 'dialogues.say', args: { id, postId: dialogueId, body: showing(shown), ...more }, userId: ben, now: T0 + 60_000 })
  expect(await say({})).toMatchObject(isRefused('pictures.missing'))
  expect(await say({ uploading: [shown] })).toMatchObject(isLater)
  expect(await stored()).toBeUndefined()
  await upload(shown)
  expect(await say({ uploading: [shown] })).toMatchObject({ kind: 'applied' })
  expect(await stored()).toMatchObject({ message: 'held', body: showing(shown, 'Look.', { width: 300, height: 200 }) })
})
