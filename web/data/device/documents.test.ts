import { afterEach, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { notebookRoom, postRoom } from '#shared/documents/rooms.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { documentFile, filesOf } from '../documents/document-files.ts'
import { writeNewDocument } from '../documents/new-document.ts'
import { switchTo, written } from '../documents/testing/a-writer.ts'
import type { AccountDevice } from './account-device.ts'
import { openAccountDevice } from './account-device.ts'
import { readFile } from '../documents/document-files.ts'
import { openDocuments } from './documents.ts'
import { testBrowser } from './testing/browser.ts'
import { emptyBrowser, openStore } from './testing/stores.ts'

/** The machine may be busy with other tests. */

const me = idOf(7)
const room = postRoom(idOf(1))
let browser: ReturnType<typeof testBrowser>
let device: AccountDevice

beforeEach(async () => {
  browser = testBrowser()
  switchTo(browser.databases)
  device = await openAccountDevice(me, browser.ports)
  await device.setMe({ viewer: member(me), name: 'Mia', slug: 'mia', votes: [] })
})
afterEach(() => device.close())

test('a text written for a draft that is made just now is on disk, unsent and counted', async () => {
  await writeNewDocument(device, room, paragraph('Kept words.'), T0)
  const doc = new Y.Doc()
  for (const part of await readFile(documentFile(me, room))) Y.applyUpdate(doc, part)
  expect(written(doc)).toBe('Kept words.')
  expect(await device.documents.get(room)).toMatchObject({ epoch: 0, level: 'own', dirtyBy: ['new'] })
  expect((await device.unsentCount()).queued).toBe(1)
  expect(await device.exportUnsent()).toContain('Kept words.')
})

test('what is held clean counts as the reader’s own, what is unsent as work', async () => {
  await device.documents.hold([room, notebookRoom(me)])
  await device.documents.change(room, (row) => row && { ...row, bytes: 1_000 })
  const clean = await device.sizes()
  await device.documents.change(room, (row) => row && { ...row, dirtyBy: ['tab'] })
  const dirty = await device.sizes()
  expect([clean.byClass.own - dirty.byClass.own, dirty.byClass.work - clean.byClass.work]).toEqual([1_000, 1_000])
  expect(clean.total).toBe(dirty.total)
})

test('holding what is held changes nothing', async () => {
  await device.documents.hold([room])
  await device.documents.change(room, (row) => row && { ...row, epoch: 3 })
  await device.documents.hold([room])
  expect((await device.documents.get(room))?.epoch).toBe(3)
})

test('a document knows its post’s title when the post’s rows are gone', async () => {
  const store = await openStore(emptyBrowser())
  const documents = openDocuments(
    store,
    () => store,
    () => T0,
  )
  await store.write((tx) => tx.putRows(posts.name, [aPost({ id: idOf(1), title: 'On tides' })]))
  await documents.hold([room])
  await documents.change(room, (row) => row && { ...row, bytes: 1 })
  await store.write((tx) => tx.deleteRows(posts.name, [idOf(1)]))
  await documents.change(room, (row) => row && { ...row, bytes: 2 })
  expect(await documents.get(room)).toMatchObject({ title: 'On tides', bytes: 2 })
  store.close()
})

test('an unsent document is marked outside of the database, so that its loss can be told', async () => {
  await writeNewDocument(device, room, paragraph('x'), T0)
  await expect.poll(() => browser.ports.marker.read(me)).toBe(1)
})

test('a wipe takes every document of the account, also those nobody knows of, and leaves another’s unsent ones', async () => {
  await writeNewDocument(device, room, paragraph('x'), T0)
  await writeNewDocument({ ...device, account: me, documents: device.documents }, postRoom(idOf(2)), paragraph('y'), T0)
  await device.documents.change(postRoom(idOf(2)), () => null)
  const [clean, unsent] = [idOf(8), idOf(9)]
  for (const other of [clean, unsent])
    await writeNewDocument({ account: other, documents: { ...device.documents, change: async () => undefined } }, room, paragraph('z'), T0)
  browser.ports.marker.write(unsent, 1)
  await device.wipe()
  expect([await filesOf(me), await filesOf(clean), await filesOf(unsent)]).toEqual([[], [], [documentFile(unsent, room)]])
})
