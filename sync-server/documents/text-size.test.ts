import type { Mock } from 'vitest'
import { describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import type { DocumentPorts } from './ports.ts'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { ada, aDocumentScene, ben, room } from './testing/document-scene.ts'
import { idleWorkers } from './testing/document-site.ts'
import { createDoors } from './doors.ts'
import { toBase64 } from './encoded.ts'
import { rewriteDocument } from './rewrite.ts'
import { JobFailed } from '#server/workers/job-failed.ts'
import { jobs } from './workers/jobs.ts'

/** As the pool does it, and how often it was asked. */
function counting(): { readonly workers: DocumentPorts['workers']; readonly asked: Mock<() => void> } {
  const asked = vi.fn<() => void>()
  const judge: DocumentPorts['workers']['judge'] = async (updates) => {
    asked()
    return jobs.judge({ updates })
  }
  const changeTo: DocumentPorts['workers']['changeTo'] = async (updates, body) => jobs.changeTo({ updates, body })
  return { workers: { ...idleWorkers, judge, changeTo }, asked }
}

const bodyOf = (doc: Y.Doc) => doc.getXmlFragment(bodyFragment)
const paragraphs = (count: number) => Array.from({ length: count }, () => new Y.XmlElement('paragraph'))

function nest(doc: Y.Doc, levels: number): void {
  doc.transact(() => {
    let parent: Y.XmlFragment = bodyOf(doc)
    for (let level = 0; level < levels; level += 1) {
      const quote = new Y.XmlElement('blockquote')
      parent.insert(0, [quote])
      parent = quote
    }
  })
}

function formatted(doc: Y.Doc, pieces: number): void {
  const text = new Y.XmlText()
  text.applyDelta(Array.from({ length: pieces }, (_, at) => ({ insert: 'x', attributes: at % 2 === 0 ? { bold: {} } : {} })))
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [text])
  bodyOf(doc).insert(0, [paragraph])
}

const tooMuch: readonly (readonly [string, (doc: Y.Doc) => void])[] = [
  ['5,000 quotes in each other', (doc) => nest(doc, 5_000)],
  ['100 quotes in each other', (doc) => nest(doc, 100)],
  ['64 quotes in each other, the innermost empty', (doc) => nest(doc, 64)],
  ['25,000 paragraphs', (doc) => bodyOf(doc).insert(0, paragraphs(25_000))],
  ['25,000 pieces of one line', (doc) => formatted(doc, 25_000)],
  ['a character more than a million', (doc) => bodyOf(doc).insert(0, [new Y.XmlText('x'.repeat(999_999)), new Y.XmlText('xx')])],
]

const updateOf = (write: (doc: Y.Doc) => void): Uint8Array => {
  const doc = new Y.Doc()
  write(doc)
  return Y.encodeStateAsUpdate(doc)
}

describe('an update that leaves a text nobody can open', () => {
  test.each(tooMuch)('%s: is refused before it is acknowledged, reaches nobody, and the writer keeps it', async (_what, write) => {
    const scene = await aDocumentScene({ workers: counting().workers })
    const [tab, other] = [await scene.tab(ada), await scene.tab(ben)]
    write(tab.doc)
    await scene.quiet()
    expect([tab.refusals(), tab.closedWith, await scene.text(), other.text]).toEqual([['too-large'], null, '', ''])
    other.write('goes on')
    await scene.quiet()
    expect(await scene.text()).toBe('goes on')
  })

  test.each(tooMuch)('%s: is refused by a request too', async (_what, write) => {
    const scene = await aDocumentScene({ workers: counting().workers })
    const doors = createDoors(scene.rooms)
    const update = toBase64(updateOf(write))
    const { rooms } = await doors.diff({ userId: ada, sessionId: 's' }, { format: 2, rooms: [{ room, epoch: 0, sv: 'AA==', update }] })
    expect(rooms).toMatchObject([{ refused: 'too-large' }])
    expect(await scene.text()).toBe('')
  })

  test('is refused from a form, an import or a program, with what others have written meanwhile', async () => {
    const scene = await aDocumentScene({ workers: counting().workers })
    const tab = await scene.tab(ada)
    const base = Y.encodeStateAsUpdate(tab.doc)
    bodyOf(tab.doc).insert(0, paragraphs(15_000))
    await scene.quiet()
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'x' }] }
    const body = { type: 'doc', content: Array.from({ length: 9_000 }, () => paragraph) }
    expect(await rewriteDocument(scene.rooms, { room, userId: ada, body, base })).toBe('too-large')
  })

  test('by many small steps is refused at the step that is too much; taking out is always possible', async () => {
    const scene = await aDocumentScene({ workers: counting().workers })
    const tab = await scene.tab(ada)
    let parent: Y.XmlFragment = bodyOf(tab.doc)
    for (let level = 0; level < 63; level += 1) {
      const quote = new Y.XmlElement('blockquote')
      parent.insert(0, [quote])
      parent = quote
      await scene.tick(100)
    }
    expect(tab.refusals()).toEqual(['too-large'])
    const other = await scene.tab(ben)
    bodyOf(other.doc).delete(0, 1)
    other.write('room again')
    await scene.quiet()
    expect([other.refusals(), await scene.text()]).toEqual([[], 'room again'])
  })
})

test('typing needs no worker; paragraphs one in many', async () => {
  const { workers, asked } = counting()
  const scene = await aDocumentScene({ workers })
  const tab = await scene.tab(ada)
  for (let n = 0; n < 300; n += 1) {
    tab.write('key')
    await scene.tick(100)
  }
  expect((await scene.text()).split('\n')).toHaveLength(300)
  expect(tab.refusals()).toEqual([])
  expect(asked.mock.calls.length).toBeLessThan(12)
})

test('where nobody can look now, nothing is acknowledged and nothing refused: it comes again', async () => {
  const scene = await aDocumentScene({
    workers: { ...idleWorkers, judge: () => Promise.reject(new JobFailed('busy', 'too many jobs')) },
  })
  const tab = await scene.tab(ada)
  bodyOf(tab.doc).insert(0, paragraphs(100))
  await scene.quiet()
  expect([tab.refusals(), tab.acked, tab.controls.some(({ t }) => t === 'busy')]).toEqual([[], 1, true])
})
