import { forceCloseDatabase, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { idOf } from '#shared/testing/factories.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { settled } from '../sync/testing/a-line.ts'
import type { Writer } from './testing/a-writer.ts'
import { aWriter, emptyProfile, type, written, writersOf } from './testing/a-writer.ts'
import { tinyRooms } from './testing/tiny-rooms.ts'

/** The machine may be busy with other tests. */

const me = idOf(7)
const room = postRoom(idOf(1))

let rooms: ReturnType<typeof tinyRooms>
let factory: ReturnType<typeof emptyProfile>
const writers: Writer[] = []

beforeEach(() => {
  rooms = tinyRooms(me)
  rooms.make(room)
  factory = emptyProfile()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const writer of writers.splice(0)) await writer.end()
})

async function writer(): Promise<Writer> {
  const made = await aWriter(rooms, me, factory)
  writers.push(made)
  return made
}

describe('the word beside the title', () => {
  test('is saving, then on this device, then saved when the server has said so, and not before', async () => {
    rooms.state.isAcking = false
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    type(document.doc, 'one')
    expect(document.status.get()).toBe('saving')
    await mia.timers.pass(250)
    await expect.poll(() => document.status.get()).toBe('on-device')
    expect(written(rooms.doc(room))).toBe('one')
    await settled()
    expect(document.status.get()).toBe('on-device')
    rooms.ackAll()
    await expect.poll(() => document.status.get()).toBe('saved')
    type(document.doc, 'two')
    expect(document.status.get()).toBe('saving')
  })

  test('offline it stays on this device, over a reload too, and is sent when somebody answers again', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.goDown()
    type(document.doc, 'in a tunnel')
    await mia.timers.pass(250)
    await expect.poll(() => document.status.get()).toBe('on-device')
    await document.close()
    const later = await writer()
    const again = await later.open(room)
    expect(written(again.doc)).toBe('in a tunnel')
    expect(again.isHere.get()).toBe(true)
    expect(again.status.get()).toBe('on-device')
    rooms.state.isUp = true
    later.sign('awake')
    await expect.poll(() => again.status.get()).toBe('saved')
    expect(written(rooms.doc(room))).toBe('in a tunnel')
    await later.timers.pass(2_000)
    await expect.poll(async () => writersOf(await later.ports.rows.get(room))).not.toContain(later.ports.tabId)
  })
})

describe('whether the text is here', () => {
  test('somebody else’s that was never opened here is so once the server has sent it, an empty one too', async () => {
    rooms.goDown()
    const mia = await writer()
    const document = await mia.open(room)
    expect(document.isHere.get()).toBe(false)
    rooms.state.isUp = true
    mia.sign('awake')
    await expect.poll(() => document.isHere.get()).toBe(true)
    // Also the next time, with nobody to ask.
    await document.close()
    rooms.goDown()
    expect((await (await writer()).open(room)).isHere.get()).toBe(true)
  })

  test('one’s own is, from the beginning', async () => {
    rooms.goDown()
    const mia = await writer()
    expect((await mia.open(postRoom(idOf(2)), true)).isHere.get()).toBe(true)
  })
})

test('what Yjs tidies up in the copy of one who only reads is not taken for their text', async () => {
  rooms.set(room, { level: 'read' })
  const mia = await writer()
  const document = await mia.open(room)
  await expect.poll(() => document.link.get()).toBe('on')
  await settled()
  rooms.state.refuseAll = 'not-allowed'
  const { opened } = rooms.state
  type(document.doc, 'As the end of a mark would be.')
  await mia.timers.pass(2_000)
  await settled()
  expect([document.status.get(), document.ended.get(), rooms.state.refusals, rooms.state.opened]).toEqual(['saved', null, 0, opened])
  expect((await mia.ports.rows.get(room))?.dirtyBy).toEqual([])
})

describe('when the disk fails', () => {
  test('no room: it says so, the text goes on in memory and straight to the server', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.state.isAcking = false
    fillDisk()
    type(document.doc, 'no room for this')
    await mia.timers.pass(250)
    await expect.poll(() => document.status.get()).toBe('memory')
    expect(written(rooms.doc(room))).toBe('no room for this')
    rooms.ackAll()
    await expect.poll(() => document.status.get()).toBe('saved')
    type(document.doc, 'and on')
    expect(written(document.doc)).toBe('no room for this|and on')
    vi.restoreAllMocks()
    await mia.timers.pass(31_000)
    await expect.poll(() => document.status.get()).toBe('on-device')
    await document.close()
    const again = await (await writer()).open(room)
    expect(written(again.doc)).toBe('no room for this|and on')
  })

  test('a database that is taken away while somebody types is made anew, with everything in it', async () => {
    const handles = watchHandles()
    const mia = await writer()
    const document = await mia.open(room)
    rooms.goDown()
    type(document.doc, 'before')
    await document.settle()
    for (const db of handles) forceCloseDatabase(db as never)
    indexedDB.deleteDatabase(`documents:${me}:${room}`)
    type(document.doc, 'after')
    await mia.timers.pass(31_000)
    await expect.poll(() => document.status.get()).toBe('on-device')
    await document.close()
    const again = await (await writer()).open(room)
    expect(written(again.doc)).toBe('before|after')
  })

  test('a disk that is back is not called safe before it has taken what it had before, too', async () => {
    const handles = watchHandles()
    const mia = await writer()
    const document = await mia.open(room)
    rooms.goDown()
    type(document.doc, 'before')
    await document.settle()
    await expect.poll(() => document.status.get()).toBe('on-device')
    for (const db of handles) forceCloseDatabase(db as never)
    await expect.poll(() => document.status.get()).toBe('memory')
    const said: unknown[] = []
    document.status.subscribe(() => said.push(document.status.get()))
    await mia.timers.pass(31_000)
    await expect.poll(() => document.status.get()).toBe('on-device')
    expect(said).toEqual(['saving', 'on-device'])
  })

  test('a row that another tab has taken away with its copy comes back without what the server held of that', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    type(document.doc, 'held')
    await expect.poll(() => document.status.get()).toBe('saved')
    await mia.timers.pass(3_000)
    await expect.poll(async () => (await mia.ports.rows.get(room))?.ackedSv).not.toBe('')
    rooms.goDown()
    await mia.ports.rows.change(room, () => null)
    type(document.doc, 'more')
    await document.settle()
    expect(await mia.ports.rows.get(room)).toMatchObject({ ackedSv: '' })
  })

  test('no IndexedDB at all: what is typed is sent, and nothing else is promised', async () => {
    const mia = await writer()
    Object.assign(mia.ports, { canKeep: false })
    const document = await mia.open(room)
    rooms.state.isAcking = false
    type(document.doc, 'x')
    expect(document.status.get()).toBe('memory')
    await expect.poll(() => written(rooms.doc(room))).toBe('x')
    rooms.ackAll()
    await expect.poll(() => document.status.get()).toBe('saved')
  })
})

describe('the way to the server', () => {
  test('an edit made before the socket stands is saved only after the answer to the server’s state', async () => {
    rooms.state.isAcking = false
    const mia = await writer()
    const document = await mia.open(room)
    type(document.doc, 'early')
    await expect.poll(() => written(rooms.doc(room))).toBe('early')
    expect(document.status.get()).not.toBe('saved')
    rooms.ackAll()
    await expect.poll(() => document.status.get()).toBe('saved')
  })

  test('what a cut socket had not acknowledged is sent again by the next one', async () => {
    rooms.state.isAcking = false
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    type(document.doc, 'one')
    await settled()
    rooms.set(room, { update: new Uint8Array([0, 0]) })
    rooms.cut()
    await expect.poll(() => document.link.get()).toBe('off')
    expect(document.status.get()).not.toBe('saved')
    rooms.state.isAcking = true
    await mia.timers.pass(60_000)
    await expect.poll(() => document.status.get()).toBe('saved')
    expect(written(rooms.doc(room))).toBe('one')
  })

  test('where websockets are blocked it goes by requests, both ways', async () => {
    rooms.state.areSocketsBlocked = true
    const mia = await writer()
    const document = await mia.open(room)
    expect(document.isHere.get()).toBe(false)
    for (let round = 0; round < 8; round += 1) await mia.timers.pass(5_000)
    await expect.poll(() => document.link.get()).toBe('post')
    await expect.poll(() => document.isHere.get()).toBe(true)
    type(document.doc, 'by post')
    await mia.timers.pass(3_000)
    await expect.poll(() => document.status.get()).toBe('saved')
    expect(written(rooms.doc(room))).toBe('by post')
    const other = rooms.doc(room)
    type(other, 'from elsewhere')
    rooms.set(room, { update: Y.encodeStateAsUpdate(other) })
    await mia.timers.pass(16_000)
    await expect.poll(() => written(document.doc)).toBe('by post|from elsewhere')
    expect(document.status.get()).toBe('saved')
  })

  test('what is typed while a request is on its way is not called saved with it, and goes with the next', async () => {
    rooms.state.areSocketsBlocked = true
    const mia = await writer()
    const document = await mia.open(room)
    for (let round = 0; round < 8; round += 1) await mia.timers.pass(5_000)
    await expect.poll(() => document.link.get()).toBe('post')
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    const before = rooms.state.requests
    const fetch: typeof rooms.fetch = async (address, init) => {
      const answer = await rooms.fetch(address, init)
      await answered
      return answer
    }
    Object.assign(mia.ports, { fetch })
    type(document.doc, 'one')
    await mia.timers.pass(3_000)
    await expect.poll(() => rooms.state.requests).toBeGreaterThan(before)
    type(document.doc, 'two')
    resolve()
    await expect.poll(() => written(rooms.doc(room))).toBe('one')
    await settled()
    await expect.poll(async () => document.status.get()).not.toBe('saved')
    await mia.timers.pass(3_000)
    await expect.poll(() => document.status.get()).toBe('saved')
    expect(written(rooms.doc(room))).toBe('one|two')
  })

  test('a draft whose post is still in the queue waits, and goes as soon as the queue has moved', async () => {
    const fresh = postRoom(idOf(2))
    const mia = await writer()
    const mutation = { n: 1, name: 'posts.create', v: 1, at: 0, key: null, isOffered: false, state: 'unsent' as const, waitUntil: null }
    await mia.store.write((tx) => tx.queue.put([{ ...mutation, args: { id: idOf(2) }, seq: null, shapes: [] }]))
    const document = await mia.open(fresh, true)
    expect(document.isReadOnly.get()).toBe(false)
    type(document.doc, 'a beginning')
    await mia.timers.pass(300)
    await expect.poll(() => document.link.get()).toBe('waiting')
    await expect.poll(() => document.status.get()).toBe('on-device')
    rooms.make(fresh)
    await mia.store.write((tx) => tx.queue.delete([1]))
    mia.sign('moved')
    await expect.poll(() => document.status.get()).toBe('saved')
    expect(mia.forks).toEqual([])
  })

  test('a session that is over says so and takes nothing away; after signing in again it goes on', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.state.isSignedIn = false
    rooms.cut(4401)
    type(document.doc, 'kept')
    await mia.timers.pass(2_000)
    await expect.poll(() => document.link.get()).toBe('ended')
    await expect.poll(() => document.status.get()).toBe('on-device')
    rooms.state.isSignedIn = true
    mia.sign('moved')
    await expect.poll(() => document.status.get()).toBe('saved')
    expect(mia.forks).toEqual([])
  })

  test('texts newer than this app are read, not written', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.cut(4426)
    await expect.poll(() => document.link.get()).toBe('outdated')
    expect(document.isReadOnly.get()).toBe(true)
    const { opened } = rooms.state
    mia.sign('awake')
    await mia.timers.pass(120_000)
    expect(rooms.state.opened).toBe(opened)
  })

  test('a refused gap is answered with the whole difference, and counts as saved only then', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.state.refuseNext = 'gap'
    type(document.doc, 'lost on the way')
    await expect.poll(() => written(rooms.doc(room))).toBe('lost on the way')
    await expect.poll(() => document.status.get()).toBe('saved')
  })
})

describe('two tabs of one profile', () => {
  test('show the same text, also with nobody to ask', async () => {
    const [one, two] = [await writer(), await writer()]
    const [here, there] = [await one.open(room), await two.open(room)]
    rooms.goDown()
    type(here.doc, 'from one')
    await expect.poll(() => written(there.doc)).toBe('from one')
    type(there.doc, 'from two')
    await expect.poll(() => written(here.doc)).toBe('from one|from two')
    await here.settle()
    await there.settle()
    expect(writersOf(await one.ports.rows.get(room)).toSorted()).toEqual([one.ports.tabId, two.ports.tabId].toSorted())
  })

  test('what one has saved takes nothing from what the other has not', async () => {
    const [one, two] = [await writer(), await writer()]
    const [here, there] = [await one.open(room), await two.open(room)]
    await expect.poll(() => [here.link.get(), there.link.get()]).toEqual(['on', 'on'])
    rooms.goDown()
    type(there.doc, 'unsent in two')
    await there.settle()
    rooms.state.isUp = true
    type(here.doc, 'sent by one')
    one.sign('awake')
    await expect.poll(() => here.status.get()).toBe('saved')
    await one.timers.pass(3_000)
    await expect.poll(async () => writersOf(await one.ports.rows.get(room))).toEqual([two.ports.tabId])
  })
})

/** No put and no add finds room from now on. */
function fillDisk(): void {
  for (const method of ['put', 'add'] as const)
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
}

/** Of the documents' databases that are open. */
function watchHandles(): unknown[] {
  const handles: unknown[] = []
  const open = factory.open.bind(factory)
  vi.spyOn(factory, 'open').mockImplementation((name: string, version?: number) => {
    const request = open(name, version)
    request.addEventListener('success', () => name.startsWith('documents:') && handles.push(request.result))
    return request
  })
  return handles
}
