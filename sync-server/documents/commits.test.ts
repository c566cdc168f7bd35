import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { ada, aDocumentScene, ben } from './testing/document-scene.ts'

const deferred = () => Promise.withResolvers<void>()

/** Ada and Ben in one document, both known there, and a disk that is held up. */
async function twoWriters() {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  first.write('A')
  await scene.quiet()
  second.write('B')
  await scene.quiet()
  const before = (await scene.stored())?.nextSeq ?? 0
  const held = deferred()
  scene.disk = held.promise
  // The commit that is on its way holds the first word alone.
  first.write('on its way')
  await scene.quiet()
  return {
    ...{ scene, first, second },
    async rowsAfter(): Promise<number> {
      held.resolve()
      await scene.quiet()
      return ((await scene.stored())?.nextSeq ?? 0) - before - 1
    },
  }
}

test('what two write in turns is stored as a row of each', async () => {
  const { scene, first, second, rowsAfter } = await twoWriters()
  for (let n = 0; n < 5; n += 1) {
    append(first.doc, 'A', `a${n}`)
    append(second.doc, 'B', `b${n}`)
  }
  await scene.quiet()
  expect(await rowsAfter()).toBe(2)
  expect(await scene.text()).toBe(first.text)
  expect(first.text).toContain('a0a1a2a3a4')
  expect([first.refusals(), second.refusals()]).toEqual([[], []])
})

test('no row stands before what it builds on', async () => {
  const { scene, first, second, rowsAfter } = await twoWriters()
  for (let n = 0; n < 3; n += 1) {
    append(first.doc, 'A', `a${n}`)
    await scene.quiet()
    append(second.doc, 'A', `b${n}`)
    await scene.quiet()
  }
  expect(await rowsAfter()).toBe(6)
  expect([await scene.text(), first.text]).toEqual([second.text, second.text])
  expect([first.refusals(), second.refusals()]).toEqual([[], []])
})

/** At the end of the paragraph that begins so. */
function append(doc: Y.Doc, start: string, more: string): void {
  for (const block of doc.getXmlFragment('body').toArray()) {
    const text = block instanceof Y.XmlElement ? block.get(0) : null
    if (text instanceof Y.XmlText && text.toJSON().startsWith(start)) return text.insert(text.length, more)
  }
  throw new Error(`no paragraph begins with ${start}`)
}
