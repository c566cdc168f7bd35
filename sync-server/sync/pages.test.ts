/**
 * What a device is sent of texts as long as they may be: each page is read in a turn of its own, so
 * the store is asked for no more than goes into it.
 */
import { expect, test, vi } from 'vitest'
import type { StoreRead } from '#server/store/port.ts'
import { aScene, ben, commenting, eve, thread } from '#server/testing/sync-scene.ts'
import type { Scene } from '#server/testing/sync-scene.ts'
import { comments } from '#shared/comments/schema.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import { syncLimits } from '#shared/sync/protocol.ts'

const rowBytes = 60_000

/** Thirty long comments. */
async function longThread(): Promise<Scene> {
  const scene = await aScene()
  await scene.core.must({ ...commenting(10), userId: ben })
  await change(scene, 'a')
  return scene
}

const change = (scene: Scene, sign: string) =>
  scene.core.store.write(async ({ tx }) => {
    const first = await tx.get(comments, idOf(10))
    if (first === undefined) throw new Error('there is no comment')
    for (let n = 10; n < 40; n += 1)
      await tx.put(comments, { ...first, id: idOf(n), rootId: idOf(n), body: paragraph(sign.repeat(rowBytes)) })
  })

/** Of each question to the store: the bytes of all rows that it was answered. */
function readBytes({ core: { store } }: Scene): number[] {
  const answers: number[] = []
  const note = <T>(rows: readonly T[]): readonly T[] => {
    answers.push(JSON.stringify(rows).length)
    return rows
  }
  const read = store.read.bind(store)
  vi.spyOn(store, 'read').mockImplementation((work) =>
    read((real) => {
      const counted: StoreRead = {
        ...real,
        getMany: async (table, ids) => note(await real.getMany(table, ids)),
        list: async (query) => note(await real.list(query)),
        rowsOfShape: async (...asked) => note(await real.rowsOfShape(...asked)),
      }
      return work(counted)
    }),
  )
  return answers
}

const atMost = syncLimits.pageBytes + 2 * rowBytes

test('a thread of long comments is read a page at a time', async () => {
  const scene = await longThread()
  const readings = readBytes(scene)
  const device = scene.device(eve)
  await device.hello(thread)
  await device.settled()
  expect(device.ids(thread, 'comments')).toHaveLength(30)
  expect(device.of('page').length).toBeGreaterThan(5)
  expect(Math.max(...readings)).toBeLessThan(atMost)
})

test('so is what has changed in it', async () => {
  const scene = await longThread()
  const device = scene.device(eve)
  await device.hello(thread)
  await device.settled()
  const readings = readBytes(scene)
  await change(scene, 'b')
  await device.settled()
  expect(device.of('page').at(-1)).toMatchObject({ more: false })
  expect(Math.max(...readings)).toBeLessThan(atMost)
  expect(Math.max(...readings)).toBeGreaterThan(rowBytes)
  expect(device.of('page').flatMap(({ puts }) => puts.map(({ row }) => JSON.stringify(row).includes('bbb')))).toContain(true)
})
