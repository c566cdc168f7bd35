import { expect, test } from 'vitest'
import { Doc as YDoc, encodeStateVector } from 'yjs'
import type { Picture } from '#shared/pictures/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { links } from '#shared/links.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { idOf, publishArgs, T0 } from '#shared/testing/factories.ts'
import { toBase64 } from '#server/documents/encoded.ts'
import { documents } from '#server/documents/tables.ts'
import { aCore } from '#server/testing/core.ts'

const id = idOf(1)
const shown = idOf(60)

const body = (attrs: Record<string, number> = {}): Doc => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'words' }] },
    { type: 'figure', content: [{ type: 'image', attrs: { src: links.picture(shown), alt: 'a', ...attrs } }] },
  ],
})

async function aDraft() {
  const core = await aCore()
  const userId = await core.join(7)
  await core.must({ name: 'posts.create', args: { id, revisionId: idOf(5), kind: 'post', lang: 'en' }, userId })
  const stateVector = toBase64(encodeStateVector(new YDoc()))
  const room = {
    id: postRoom(id),
    epoch: 1,
    format: 1,
    nextSeq: 1,
    snapshotSeq: 0,
    logRows: 0,
    logBytes: 0,
    createdAt: 0,
    changedAt: 0,
    stateVector,
  }
  await core.store.write(({ tx }) => tx.put(documents, room))
  const publish = (args: Record<string, unknown> = {}) =>
    core.apply({ name: 'posts.publish', args: publishArgs({ id, body: body(), ...args }), userId })
  const upload = (changes: Partial<Picture> = {}) =>
    core.store.write(({ tx }) =>
      tx.put(pictures, {
        ...{ id: shown, ownerId: userId, state: 'kept', kind: 'png', width: 300, height: 200, bytes: 9, sha256: 'a', shownSha256: 'b' },
        ...{ at: T0, removedAt: null, removedById: null },
        ...changes,
      }),
    )
  const schedule = async (publicationId: string) => {
    await core.must({ name: 'posts.setDetail', args: { id, detail: { field: 'title', value: 'T' } }, userId })
    await core.must({ name: 'publishing.schedule', args: { id, at: T0, timeZone: 'Europe/Madrid', publicationId, stateVector }, userId })
  }
  const statusNow = async () => (await core.store.read((read) => read.get(posts, id)))?.status
  const published = () => core.store.read((read) => read.get(revisions, publishArgs({}).revisionId))
  return { publish, schedule, upload, statusNow, published, stateVector }
}

test('a publication waits until its pictures have come, and no longer', async () => {
  const { publish, upload, statusNow, stateVector } = await aDraft()
  expect(await publish({ stateVector })).toMatchObject({ kind: 'later' })
  expect(await statusNow()).toBe('draft')
  await upload()
  expect(await publish({ stateVector })).toMatchObject({ kind: 'applied' })
  expect(await statusNow()).toBe('published')
})

test.each(['refused', 'removed'] as const)('one whose picture was %s is refused with it, and says so', async (state) => {
  const { publish, upload, statusNow, stateVector } = await aDraft()
  await upload({ state })
  expect(await publish({ stateVector })).toMatchObject({ kind: 'rejected', error: { code: 'invalid', field: 'pictures' } })
  expect(await statusNow()).toBe('draft')
})

test('a form brings no pictures after it: an unknown one is refused at once', async () => {
  const { publish } = await aDraft()
  expect(await publish()).toMatchObject({ kind: 'rejected', error: { code: 'invalid', field: 'pictures.missing' } })
})

test('what is published at a time waits for its pictures, and is refused with one that never comes', async () => {
  const { publish, schedule, upload } = await aDraft()
  const revisionId = idOf(81)
  await schedule(revisionId)
  expect(await publish({ revisionId })).toMatchObject({ kind: 'later' })
  await upload({ state: 'refused' })
  expect(await publish({ revisionId })).toMatchObject({ kind: 'rejected', error: { code: 'invalid', field: 'pictures' } })
  await upload()
  expect(await publish({ revisionId })).toMatchObject({ kind: 'applied' })
})

test('a picture without a size gets its own, so that no page moves when it comes', async () => {
  const { publish, upload, published } = await aDraft()
  await upload()
  expect(await publish()).toMatchObject({ kind: 'applied' })
  expect((await published())?.body).toEqual(body({ width: 300, height: 200 }))
})
