import { expect, test } from 'vitest'
import { encodeStateAsUpdate, encodeStateVector, Doc } from 'yjs'
import { postRoom } from '#shared/documents/rooms.ts'
import { posts } from '#shared/posts/schema.ts'
import { idOf, publishArgs } from '#shared/testing/factories.ts'
import { toBase64 } from '#server/documents/encoded.ts'
import { documents } from '#server/documents/tables.ts'
import { aCore } from '#server/testing/core.ts'

const id = idOf(1)

async function aDraft() {
  const core = await aCore()
  const userId = await core.join(7)
  await core.must({ name: 'posts.create', args: { id, revisionId: idOf(5), kind: 'post', lang: 'en' }, userId })
  const doc = new Doc()
  doc.getXmlFragment('body')
  doc.getText('x').insert(0, 'words')
  const publish = (stateVector: string) => core.apply({ name: 'posts.publish', args: publishArgs({ id, stateVector }), userId })
  const hold = (stateVector: string) =>
    core.store.write(async ({ tx }) => {
      const before = (await tx.get(documents, postRoom(id))) ?? {
        ...{ id: postRoom(id), epoch: 1, format: 1, nextSeq: 1, snapshotSeq: 0, logRows: 0, logBytes: 0, createdAt: 0, changedAt: 0 },
      }
      await tx.put(documents, { ...before, stateVector })
    })
  const statusNow = async () => (await core.store.read((read) => read.get(posts, id)))?.status
  return { publish, hold, statusNow, stateVector: toBase64(encodeStateVector(doc)), bytes: encodeStateAsUpdate(doc) }
}

test('a publication waits until the server holds the text that it was read from', async () => {
  const { publish, hold, statusNow, stateVector } = await aDraft()
  expect(await publish(stateVector)).toMatchObject({ kind: 'later' })
  await hold('AA==')
  expect(await publish(stateVector)).toMatchObject({ kind: 'later' })
  expect(await statusNow()).toBe('draft')
  await hold(stateVector)
  expect(await publish(stateVector)).toMatchObject({ kind: 'applied' })
  expect(await statusNow()).toBe('published')
})

test('what is no state vector is refused', async () => {
  const { publish, bytes, statusNow } = await aDraft()
  expect(await publish(toBase64(bytes))).toMatchObject({ kind: 'rejected', error: { code: 'invalid', field: 'stateVector' } })
  expect(await statusNow()).toBe('draft')
})
