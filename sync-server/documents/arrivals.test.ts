import { expect, test } from 'vitest'
import type { Store } from '#server/store/port.ts'
import { ada, aDocumentScene, ben, DocumentScene, eve } from './testing/document-scene.ts'

test('of many who come at once each is given their own right, and the store is asked once for all', async () => {
  const { core } = await aDocumentScene()
  let reads = 0
  const store: Pick<Store, 'read' | 'journal'> = {
    journal: core.store.journal,
    read: (work) => {
      reads += 1
      return core.store.read(work)
    },
  }
  const scene = new DocumentScene(core, { store })
  await scene.tab(ada)
  const before = reads
  const tabs = await Promise.all([ada, ben, eve, ada, ben, eve].map((userId) => scene.tab(userId)))
  expect(reads - before).toBe(1)
  expect(tabs.map(({ closedWith }) => closedWith)).toEqual([null, null, 'forbidden', null, null, 'forbidden'])
  await scene.change({ coauthorIds: [] })
  expect(tabs.map(({ closedWith }) => closedWith)).toEqual([null, 'ended', 'forbidden', null, 'ended', 'forbidden'])
})
