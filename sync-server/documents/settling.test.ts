import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { NotSettled } from './not-settled.ts'
import { ada, aDocumentScene, ben } from './testing/document-scene.ts'
import { textOf } from './testing/writer-tab.ts'

test('before much is taken out of a text it is settled as it was, and not when a whole copy tells of it again', async () => {
  const points: string[] = []
  const scene = await aDocumentScene({
    async settled(_id, whole, authorId, isPoint) {
      const doc = new Y.Doc()
      Y.applyUpdate(doc, whole)
      if (isPoint === true) points.push(`${authorId === ada} ${textOf(doc).length}`)
    },
  })
  const tab = await scene.tab(ada)
  const takeOut = async (length: number): Promise<void> => {
    const last = tab.doc.getXmlFragment(bodyFragment).toArray().at(-1)
    const text: unknown = last instanceof Y.XmlElement ? last.get(0) : null
    if (text instanceof Y.XmlText) text.delete(0, length)
    await scene.quiet()
  }
  tab.write('word '.repeat(1_000))
  await scene.quiet()
  const before = tab.text.length
  await takeOut(300)
  expect(points).toEqual([])
  await takeOut(4_000)
  expect(points).toEqual([`true ${before - 300}`])
  tab.sendUpdate(Y.encodeStateAsUpdate(tab.doc))
  await takeOut(100)
  expect(points).toHaveLength(1)
})

test('where the look at a document fails three times, nothing more is taken in and nothing called saved, until it succeeds', async () => {
  let isBroken = true
  const scene = await aDocumentScene({
    async settled() {
      if (isBroken) throw new NotSettled('failed', 'no memory')
    },
  })
  const tab = await scene.tab(ada)
  tab.write('Too much for it')
  await scene.quiet()
  tab.leave()
  await scene.tick(60_000)
  // Twice by then: people write on.
  const second = await scene.tab(ben)
  second.write('Taken')
  await scene.quiet()
  expect([second.acked, scene.rooms.counts().unchecked]).toEqual([2, 0])
  await scene.tick(60_000)
  expect([scene.rooms.counts().unchecked, scene.rooms.metrics.settled.get('failed')]).toEqual([1, 3])
  second.write('Not now')
  second.write('Nor this')
  await scene.quiet()
  expect([second.acked, second.refusals(), second.controls.at(-1)]).toEqual([2, [], { t: 'busy', afterMs: 60_000 }])
  expect(await scene.text()).toBe('Too much for it\nTaken')
  // Who comes to read reads.
  expect((await scene.tab(ada)).text).toBe('Too much for it\nTaken')
  isBroken = false
  await scene.tick(300_000)
  expect(scene.rooms.counts().unchecked).toBe(0)
  second.leave()
  const back = await scene.tab(ben, { doc: second.doc })
  await scene.quiet()
  expect([back.acked, await scene.text()]).toEqual([1, 'Too much for it\nTaken\nNot now\nNor this'])
})

test('that there are too many jobs says nothing against a document, and it is settled when there are fewer', async () => {
  let isBusy = true
  const scene = await aDocumentScene({
    async settled() {
      if (isBusy) throw new NotSettled('busy', '2000 jobs wait already')
    },
  })
  const tab = await scene.tab(ada)
  tab.write('Text')
  await scene.quiet()
  tab.leave()
  await scene.tick(300_000)
  expect(scene.rooms.counts()).toMatchObject({ open: 1, unchecked: 0 })
  isBusy = false
  await scene.tick(300_000)
  expect([scene.rooms.metrics.settled.get('settled'), scene.rooms.counts().open]).toEqual([1, 0])
})

test('what speaks against a document itself is not asked again before something is written', async () => {
  const scene = await aDocumentScene({
    async settled() {
      throw new NotSettled('too-deep', 'the document is too-deep')
    },
  })
  const tab = await scene.tab(ada)
  tab.write('Text')
  await scene.quiet()
  tab.leave()
  await scene.tick(300_000)
  expect([scene.rooms.metrics.settled.get('too-deep'), scene.rooms.counts().open]).toEqual([1, 0])
})
