import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { ada, aDocumentScene } from './testing/document-scene.ts'
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
