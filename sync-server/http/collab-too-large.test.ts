import { afterEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyFragment, postRoom } from '#shared/documents/rooms.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import type { DocumentWorkers } from '#server/documents/ports.ts'
import { documentSite, idleWorkers } from '#server/documents/testing/document-site.ts'
import { WriterTab } from '#server/documents/testing/writer-tab.ts'
import { jobs } from '#server/documents/workers/jobs.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { ada, ben, publish, smallCommunity, testSite } from './testing/test-site.ts'

const workers: DocumentWorkers = { ...idleWorkers, judge: async (updates) => jobs.judge({ updates }) }
const here = documentSite({ workers })

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const bodyOf = (doc: Y.Doc) => doc.getXmlFragment(bodyFragment)
const elements = (name: string, count: number) => Array.from({ length: count }, () => new Y.XmlElement(name))

function nested(doc: Y.Doc, levels: number): void {
  doc.transact(() => {
    let parent: Y.XmlFragment = bodyOf(doc)
    for (let level = 0; level < levels; level += 1) {
      const quote = new Y.XmlElement('blockquote')
      parent.insert(0, [quote])
      parent = quote
    }
  })
}

/** The first row has so many cells, all others have one: an editor fills them up. */
function ragged(doc: Y.Doc, width: number, height: number): void {
  const rows = Array.from({ length: height }, (_none, at) => {
    const row = new Y.XmlElement('tableRow')
    row.insert(0, elements('tableCell', at === 0 ? width : 1))
    return row
  })
  const table = new Y.XmlElement('table')
  table.insert(0, rows)
  bodyOf(doc).insert(0, [table])
}

const isRefused = (tab: WriterTab) => tab.controls.some((control) => control.t === 'refused' && control.code === 'too-large')

describe('over a real websocket, what leaves a text that nobody can open', () => {
  test.each<[string, (doc: Y.Doc) => void]>([
    ['5,000 quotes in each other', (doc) => nested(doc, 5_000)],
    ['100 quotes in each other', (doc) => nested(doc, 100)],
    ['25,000 paragraphs', (doc) => bodyOf(doc).insert(0, elements('paragraph', 25_000))],
    ['a table of 300 rows that an editor fills up to 60,000 cells', (doc) => ragged(doc, 200, 300)],
  ])('%s: is refused before it is acknowledged, and reaches nobody', async (_what, write) => {
    const { draft, open, stored } = here()
    const room = await draft()
    const [tab, other] = [await open(ada, room), await open(ben, room)]
    other.write('Before')
    await Promise.all([other.until(() => other.acked === 2), tab.until(() => tab.text === 'Before')])
    write(tab.doc)
    // An acknowledgement says that frames are dealt with: of this one the tab has heard first that
    // it was refused.
    await tab.until(() => tab.acked === 2 || isRefused(tab))
    expect([isRefused(tab), other.text, (await stored(room)).nextSeq]).toEqual([true, 'Before', 2])
    other.write('goes on')
    await other.until(() => other.acked === 3)
    expect((await stored(room)).writers).toEqual([ben, ben])
  })
})

/**
 * Two whole servers over one file, as two processes would be; each hears of the other's updates
 * when it looks.
 */
async function twoServers() {
  const place = await productPlace()
  undo.push(() => place.remove())
  const options = { dataDir: place.address.dataDir, rooms: { workers, settled: async () => undefined } }
  const first = await testSite(options)
  undo.push(() => first.close())
  await smallCommunity(first)
  const id = idOf(6_001)
  const facts = { authorId: ada, coauthorIds: [ben], slug: null, status: 'draft' as const, revisionId: null, publishedAt: null }
  await first.change((tx) => publish(tx, aPost({ id, latestRevisionId: idOf(6_002), ...facts })))
  const second = await testSite(options)
  undo.push(() => second.close())
  const open = async (site: typeof first, userId: string) => {
    const tab = await WriterTab.open(site, userId, postRoom(id))
    undo.push(() => tab.close())
    return tab
  }
  return { first, second, open }
}

test('of halves that two nodes receive at the same moment one is kept, and the other is refused to its writer', async () => {
  const { first, second, open } = await twoServers()
  const [mine, theirs] = [await open(first, ada), await open(second, ben)]
  for (const tab of [mine, theirs]) bodyOf(tab.doc).insert(0, elements('paragraph', 12_000))
  await Promise.all([mine, theirs].map((tab) => tab.until(() => isRefused(tab) || tab.acked >= 2)))
  expect([mine, theirs].filter(isRefused)).toHaveLength(1)
  const reader = await open(first, ada)
  await reader.until(() => bodyOf(reader.doc).length === 12_000)
  reader.write('Room yet')
  await reader.until(() => reader.acked >= 2)
  expect([isRefused(reader), reader.text.endsWith('Room yet')]).toEqual([false, true])
})
