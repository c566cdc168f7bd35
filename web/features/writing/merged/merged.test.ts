import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { idOf } from '#shared/testing/factories.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { DocumentLink, DocumentStatus } from '../../../data/documents/documents-api.ts'
import { createStore } from '../../../data/store.ts'
import { clashesOf } from './clashes.ts'
import type { Base, Merge } from './watch-merges.ts'
import { watchMerges } from './watch-merges.ts'

type Blocks = Readonly<Record<number, string>>
const text = (blocks: Blocks): Doc => ({
  type: 'doc',
  content: Object.entries(blocks).map(([n, words]) => ({
    type: 'paragraph',
    attrs: { id: idOf(Number(n)) },
    content: [{ type: 'text', text: words }],
  })),
})
const base = text({ 1: 'one', 2: 'two', 3: 'three' })

describe('clashesOf', () => {
  const clashing = (mine: Blocks, theirs: Blocks) =>
    clashesOf({ base, mine: text(mine), theirs: text(theirs), merged: text(mine) }).map(({ id }) => id)

  test.each([
    ['only one side changed it', { 1: 'one!', 2: 'two', 3: 'three' }, { 1: 'one', 2: 'two!', 3: 'three' }, []],
    ['both changed one block', { 1: 'one', 2: 'two!', 3: 'three' }, { 1: 'one', 2: 'two?', 3: 'three' }, [2]],
    ['both changed it alike', { 1: 'one', 2: 'two!', 3: 'three' }, { 1: 'one', 2: 'two!', 3: 'three' }, []],
    ['one took out what the other changed', { 1: 'one', 3: 'three' }, { 1: 'one', 2: 'two?', 3: 'three' }, [2]],
    ['both took it out', { 1: 'one', 3: 'three' }, { 1: 'one', 3: 'three' }, []],
    ['each added a block of their own', { 1: 'one', 2: 'two', 3: 'three', 4: 'x' }, { 1: 'one', 2: 'two', 3: 'three', 5: 'y' }, []],
  ])('%s', (_what, mine, theirs, expected) => {
    expect(clashing(mine, theirs)).toEqual(expected.map(idOf))
  })

  test('it knows what stood before, nearest first', () => {
    const changed = (words: string) => text({ 1: 'one', 2: 'two', 3: words })
    const [clash] = clashesOf({ base, mine: changed('a'), theirs: changed('b'), merged: base })
    expect(clash?.preceding).toEqual([idOf(2), idOf(1)])
  })
})

const fail = (error: unknown): never => {
  throw error
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('watchMerges', () => {
  function anOpenEditor(disk: { bytes: Uint8Array | null } = { bytes: null }, opened?: Uint8Array) {
    const doc = new Y.Doc()
    if (opened === undefined) writeText(doc, base, null)
    else Y.applyUpdate(doc, opened)
    const elsewhere = new Y.Doc()
    Y.applyUpdate(elsewhere, Y.encodeStateAsUpdate(doc))
    const status = createStore<DocumentStatus>(opened === undefined ? 'saved' : 'on-device')
    const link = createStore<DocumentLink>(opened === undefined ? 'on' : 'off')
    const merges: Merge[] = []
    const onDisk: Base = {
      load: async () => disk.bytes,
      save: async (bytes) => void (disk.bytes = bytes),
      drop: async () => void (disk.bytes = null),
    }
    let isFromServer = false
    const stop = watchMerges({ doc, status, link, isFromServer: () => isFromServer }, onDisk, (merge) => merges.push(merge), fail)
    const type = (where: Y.Doc, n: number, words: string): void => {
      const paragraph = where.getXmlFragment('body').get(n)
      const [first] = paragraph instanceof Y.XmlElement ? paragraph.toArray() : []
      if (first instanceof Y.XmlText) first.insert(first.length, words)
    }
    return {
      ...{ doc, elsewhere, merges, status, link, stop },
      type(n: number, words: string) {
        type(doc, n, words)
        status.set('on-device')
      },
      typeElsewhere: (n: number, words: string) => type(elsewhere, n, words),
      goOff: () => link.set('off'),
      /** @param isLate the browser says that the line is back after it has brought something. */
      comeBack(isLate = false) {
        if (!isLate) link.set('on')
        const theirs = Y.encodeStateAsUpdate(elsewhere, Y.encodeStateVector(doc))
        Y.applyUpdate(elsewhere, Y.encodeStateAsUpdate(doc))
        isFromServer = true
        Y.applyUpdate(doc, theirs, 'provider')
        isFromServer = false
        link.set('on')
        status.set('saved')
      },
    }
  }
  const words = (side: { readonly content?: readonly { readonly text?: string }[] } | null | undefined) => side?.content?.[0]?.text

  test('what both changed while apart is told, with each side whole', () => {
    const editorPanel = anOpenEditor()
    editorPanel.goOff()
    editorPanel.type(1, ' mine')
    editorPanel.typeElsewhere(1, ' theirs')
    editorPanel.typeElsewhere(0, ' theirs')
    editorPanel.comeBack()
    const [merge] = editorPanel.merges
    expect(editorPanel.merges).toHaveLength(1)
    expect(merge?.clashes.map(({ id, base: was, mine, theirs }) => [id, words(was), words(mine), words(theirs)])).toEqual([
      [idOf(2), 'two', 'two mine', 'two theirs'],
    ])
    expect(words(merge?.clashes[0]?.merged)).toMatch(/^two( mine theirs| theirs mine)$/u)
    expect(words(merge?.theirs.content[0])).toBe('one theirs')
    expect(words(merge?.mine.content[0])).toBe('one')
  })

  test('what the server brings is theirs, also before the browser knows that the line is back', () => {
    const editorPanel = anOpenEditor()
    editorPanel.goOff()
    editorPanel.type(1, ' mine')
    editorPanel.typeElsewhere(1, ' theirs')
    editorPanel.comeBack(true)
    expect(editorPanel.merges.flatMap(({ clashes }) => clashes.map(({ mine, theirs }) => [words(mine), words(theirs)]))).toEqual([
      ['two mine', 'two theirs'],
    ])
  })

  test('different paragraphs are nobody’s business, and neither is writing at the same time with a connection', () => {
    const editorPanel = anOpenEditor()
    editorPanel.goOff()
    editorPanel.type(1, ' mine')
    editorPanel.typeElsewhere(2, ' theirs')
    editorPanel.comeBack()
    editorPanel.type(1, ' again')
    editorPanel.typeElsewhere(1, ' again')
    editorPanel.comeBack()
    expect(editorPanel.merges).toEqual([])
  })

  test('what was typed on a line that turned out to be dead counts as well', () => {
    const editorPanel = anOpenEditor()
    editorPanel.type(1, ' mine')
    editorPanel.goOff()
    editorPanel.typeElsewhere(1, ' theirs')
    editorPanel.comeBack()
    expect(editorPanel.merges).toHaveLength(1)
  })

  test('each time apart is judged by itself', () => {
    const editorPanel = anOpenEditor()
    editorPanel.goOff()
    editorPanel.type(1, ' mine')
    editorPanel.comeBack()
    editorPanel.goOff()
    editorPanel.typeElsewhere(1, ' theirs')
    editorPanel.type(2, ' mine')
    editorPanel.comeBack()
    expect(editorPanel.merges).toEqual([])
  })

  test('a page that was opened again while apart knows what both had, and forgets it when all is one', async () => {
    const disk: { bytes: Uint8Array | null } = { bytes: null }
    const before = anOpenEditor(disk)
    before.goOff()
    before.type(1, ' mine')
    before.stop()
    await settled()
    expect(disk.bytes).not.toBeNull()
    const again = anOpenEditor(disk, Y.encodeStateAsUpdate(before.doc))
    before.typeElsewhere(1, ' theirs')
    // It comes back before the disk has answered.
    again.link.set('on')
    Y.applyUpdate(again.doc, Y.encodeStateAsUpdate(before.elsewhere, Y.encodeStateVector(again.doc)), 'provider')
    again.status.set('saved')
    await settled()
    expect(again.merges.map(({ clashes }) => clashes.map(({ id }) => id))).toEqual([[idOf(2)]])
    expect(disk.bytes).toBeNull()
  })

  test('nobody who has stopped listening is told', () => {
    const editorPanel = anOpenEditor()
    editorPanel.stop()
    editorPanel.goOff()
    editorPanel.type(1, ' mine')
    editorPanel.typeElsewhere(1, ' theirs')
    editorPanel.comeBack()
    expect(editorPanel.merges).toEqual([])
  })
})
