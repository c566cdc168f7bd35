import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { documentFormat } from '#shared/documents/protocol.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { posts } from '#shared/posts/schema.ts'
import { paragraph } from '#shared/testing/factories.ts'
import type { DocumentWorkers } from './ports.ts'
import type { Rooms } from './rooms.ts'
import { createDoors } from './doors.ts'
import { toBase64 } from './encoded.ts'
import { followInDocument } from './beside-editors.ts'
import { rewriteDocument } from './rewrite.ts'
import { documents } from './tables.ts'
import { ada, aDocumentScene, ben, DocumentScene, postId, room } from './testing/document-scene.ts'
import { idleWorkers } from './testing/document-site.ts'
import { writeParagraph } from './testing/writer-tab.ts'
import { jobs } from './workers/jobs.ts'

/**
 * What Ben sent was taken in, his right ended, and the store has refused it: the room is about to
 * be built anew, and the store is slow.
 */
async function aRefusal(workers: DocumentWorkers = idleWorkers, beside: (rooms: Rooms) => void = () => undefined) {
  const { core } = await aDocumentScene()
  let mayLoad: Promise<void> = Promise.resolve()
  const read: typeof core.store.read = (work) =>
    core.store.read((inner) =>
      work({
        ...inner,
        async get<R extends Row>(table: Table<R>, id: string) {
          // What is read first when a document is loaded.
          if (table.name === documents.name) await mayLoad
          return inner.get(table, id)
        },
      }),
    )
  const scene = new DocumentScene(core, { workers, store: { read, journal: core.store.journal } })
  const first = await scene.tab(ada)
  first.write('Known')
  await scene.quiet()
  const disk = Promise.withResolvers<void>()
  scene.disk = disk.promise
  const his = new Y.Doc()
  Y.applyUpdate(his, Y.encodeStateAsUpdate(first.doc))
  const before = Y.encodeStateVector(his)
  writeParagraph(his, 'Refused')
  const update = toBase64(Y.encodeStateAsUpdate(his, before))
  const rooms = [{ room, epoch: 1, sv: 'AA==', update }]
  const asked = createDoors(scene.rooms).diff({ userId: ben, sessionId: 's' }, { format: documentFormat, rooms })
  await scene.quiet()
  await core.store.write(async ({ tx }) => {
    const post = await tx.get(posts, postId)
    if (post !== undefined) await tx.put(posts, { ...post, coauthorIds: [] })
  })
  beside(scene.rooms)
  await scene.quiet()
  const slow = Promise.withResolvers<void>()
  mayLoad = slow.promise
  disk.resolve()
  await scene.quiet()
  const answersAgain = (): void => void (mayLoad = Promise.resolve())
  return { scene, first, asked, slow, answersAgain }
}

test('whoever comes while a room is built anew is not told of what was refused', async () => {
  const { scene, first, asked, slow } = await aRefusal()
  const coming = scene.tab(ada)
  await scene.quiet()
  // And somebody who is there already goes on writing.
  first.write('Goes on')
  await scene.quiet()
  slow.resolve()
  const joined = await coming
  await scene.tick(1_000)
  expect((await asked).rooms).toEqual([expect.objectContaining({ refused: 'not-allowed' })])
  expect([joined.text, first.text, await scene.text()]).toEqual(['Known\nGoes on', 'Known\nGoes on', 'Known\nGoes on'])
  expect([first.refusals(), first.closedWith, joined.closedWith]).toEqual([[], null, null])
})

test('a room that cannot be built anew is served to nobody, and loaded again for whoever comes next', async () => {
  const { scene, first, slow, answersAgain } = await aRefusal()
  answersAgain()
  slow.reject(new Error('the disk does not answer'))
  await scene.quiet()
  expect([first.closedWith, scene.rooms.counts().open]).toEqual(['load', 0])
  expect((await scene.tab(ada, { doc: first.doc })).text).toBe('Known')
})

describe('a text from a form whose document cannot be built anew', () => {
  const change = { room, userId: ada, body: paragraph('From the form') }

  test('answers “gap” when that happens while the change is made', async () => {
    const made = Promise.withResolvers<Uint8Array>()
    let answered: Promise<string | null> | undefined
    const { scene, slow, answersAgain } = await aRefusal({ ...idleWorkers, changeTo: () => made.promise }, (rooms) => {
      answered = rewriteDocument(rooms, change)
    })
    made.resolve(Y.encodeStateAsUpdate(new Y.Doc()))
    await scene.quiet()
    answersAgain()
    slow.reject(new Error('the disk does not answer'))
    expect(await answered).toBe('gap')
  })

  test('answers “gap” when it comes meanwhile, and is taken once it is loaded again', async () => {
    const { scene, slow, answersAgain } = await aRefusal({ ...idleWorkers, changeTo: async () => new Uint8Array([0, 0]) })
    const answered = rewriteDocument(scene.rooms, change)
    await scene.quiet()
    answersAgain()
    slow.reject(new Error('the disk does not answer'))
    expect(await answered).toBe('gap')
    expect(await rewriteDocument(scene.rooms, change)).toBeNull()
  })

  test('is brought again by who kept it, so that an editor goes on from it', async () => {
    const { scene, slow, answersAgain } = await aRefusal({ ...idleWorkers, changeTo: async () => new Uint8Array([0, 0]) })
    const followed = followInDocument({ store: scene.core.store, rooms: scene.rooms }, { postId, userId: ada, body: change.body })
    await scene.quiet()
    answersAgain()
    slow.reject(new Error('the disk does not answer'))
    await followed
    expect(scene.logged.filter((line) => line.includes('bringing a text'))).toEqual([])
  })

  test('is not said to be done where the document cannot be had a second time either: sent again, it is brought', async () => {
    const { scene, slow, answersAgain } = await aRefusal({ ...idleWorkers, changeTo: async () => new Uint8Array([0, 0]) })
    const tools = { store: scene.core.store, rooms: scene.rooms }
    const followed = followInDocument(tools, { postId, userId: ada, body: change.body })
    await scene.quiet()
    slow.reject(new Error('the disk does not answer'))
    await expect(followed).rejects.toThrow('the disk does not answer')
    answersAgain()
    await followInDocument(tools, { postId, userId: ada, body: change.body })
    expect(scene.logged.filter((line) => line.includes('bringing a text'))).toEqual([])
  })
})

test('a text made from a document that is not this one any more is brought all the same: it takes the place of what is there', async () => {
  const { core } = await aDocumentScene()
  const madeFrom: (Uint8Array | undefined)[] = []
  const changeTo: DocumentWorkers['changeTo'] = async (updates, body) => {
    madeFrom.push(updates[0])
    return jobs.changeTo({ updates, body })
  }
  const scene = new DocumentScene(core, { workers: { ...idleWorkers, changeTo } })
  const first = await scene.tab(ada)
  first.write('Known')
  await scene.quiet()
  const elsewhere = new Y.Doc()
  writeParagraph(elsewhere, 'Of an earlier life')
  const base = Y.encodeStateAsUpdate(elsewhere)
  const tools = { store: core.store, rooms: scene.rooms }
  await followInDocument(tools, { postId, userId: ada, body: paragraph('From the form'), base })
  // Twice from what it was made from (it could have left memory), then from the document as it is.
  expect(madeFrom.map((bytes) => bytes === base)).toEqual([true, true, false])
  await scene.quiet()
  expect([await scene.text(), scene.logged.filter((line) => line.includes('bringing a text'))]).toEqual(['From the form', []])
})
