import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { ada, aDocumentScene, ben, DocumentScene, type SceneTab } from './testing/document-scene.ts'
import { idleWorkers } from './testing/document-site.ts'
import { jobs } from './workers/jobs.ts'

const workers = { ...idleWorkers, judge: async (updates: readonly Uint8Array[]) => jobs.judge({ updates }) }
const bodyOf = (doc: Y.Doc) => doc.getXmlFragment(bodyFragment)
const write = ({ doc }: SceneTab, count: number) =>
  bodyOf(doc).insert(
    0,
    Array.from({ length: count }, () => new Y.XmlElement('paragraph')),
  )

/**
 * Two processes over one store, a writer in each, and neither has heard of what the other stores.
 */
async function twoNodes({ isKnown }: { readonly isKnown: boolean }) {
  const first = await aDocumentScene({ workers })
  const second = new DocumentScene(first.core, { workers })
  const [here, there] = [await first.tab(ada), await second.tab(ben)]
  if (isKnown) {
    here.write('a')
    there.write('b')
  }
  for (const scene of [first, second]) await scene.tick(3_000)
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  first.disk = one.promise
  second.disk = two.promise
  return {
    ...{ first, second, here, there },
    /** What both have written meanwhile is stored, one after the other, and both hear of it. */
    async storeBoth() {
      await first.quiet()
      await second.quiet()
      one.resolve()
      await first.quiet()
      two.resolve()
      for (const scene of [second, first, second]) await scene.tick(3_000)
    },
    async stored() {
      const rows = await Promise.all(Array.from({ length: ((await first.stored())?.nextSeq ?? 1) - 1 }, (_, at) => first.row(at + 1)))
      return jobs.judge({ updates: rows.map((row) => new Uint8Array(Buffer.from(row?.bytes ?? '', 'base64'))) })
    },
  }
}

test('12,000 paragraphs to each of two nodes at the same moment: one is kept, and whoever was second keeps the words', async () => {
  const { here, there, storeBoth, stored } = await twoNodes({ isKnown: false })
  write(here, 12_000)
  write(there, 12_000)
  await storeBoth()
  expect(await stored()).toMatchObject({ fault: null, nodes: 12_000 })
  expect([here.refusals(), there.refusals()]).toEqual([[], ['gap', 'too-large']])
  expect(bodyOf(there.doc).length).toBe(24_000)
})

test('600,000 characters to each: nobody is shown what is not kept, and nothing is void', async () => {
  const { first, second, here, there, storeBoth, stored } = await twoNodes({ isKnown: true })
  const [reader, other] = [await first.tab(ben), await second.tab(ada)]
  here.write('x'.repeat(600_000))
  there.write('y'.repeat(600_000))
  await storeBoth()
  expect(await stored()).toMatchObject({ fault: null, characters: 600_002 })
  expect([here.refusals(), there.refusals()]).toEqual([[], ['gap', 'too-large']])
  expect([reader, other].map(({ text }) => text.length)).toEqual([600_004, 600_004])
  expect((await first.stored())?.epoch).toBe(1)
})

test('400,000 characters to each are both kept', async () => {
  const { here, there, storeBoth, stored } = await twoNodes({ isKnown: true })
  here.write('x'.repeat(400_000))
  there.write('y'.repeat(400_000))
  await storeBoth()
  expect(await stored()).toMatchObject({ fault: null, characters: 800_002 })
  expect([here.refusals(), there.refusals()]).toEqual([[], []])
  expect(here.text).toBe(there.text)
})

test('what fits together is kept, once the second node has seen both', async () => {
  const { here, there, storeBoth, stored } = await twoNodes({ isKnown: false })
  write(here, 9_100)
  write(there, 2_000)
  await storeBoth()
  expect(await stored()).toMatchObject({ fault: null, nodes: 11_100 })
  expect([here.refusals(), there.refusals()]).toEqual([[], ['gap']])
})

test('what two nodes take of typing at the same moment is kept at once', async () => {
  const { here, there, storeBoth, stored } = await twoNodes({ isKnown: false })
  write(here, 50)
  write(there, 50)
  await storeBoth()
  expect(await stored()).toMatchObject({ nodes: 100 })
  expect([here.refusals(), there.refusals()]).toEqual([[], []])
})
