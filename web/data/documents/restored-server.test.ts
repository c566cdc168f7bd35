import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyFragment, notebookRoom, postRoom } from '#shared/documents/rooms.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { unsentDocs, unsettleDocumentsIn } from '../device/documents.ts'
import { toBase64 } from './bytes.ts'
import type { OpenDocument } from './documents-api.ts'
import { type, written, writersOf } from './testing/a-writer.ts'
import type { LeadingDevice } from './testing/leading-devices.ts'
import { leadingDevices } from './testing/leading-devices.ts'
import { tinyRooms } from './testing/tiny-rooms.ts'

/**
 * A server that came back from a backup: what a device was told is stored is stored again (Y12).
 */

const me = idOf(7)
const room = postRoom(idOf(1))
const mine = notebookRoom(me)
const place = `comment:${idOf(1)}:`

let rooms: ReturnType<typeof tinyRooms>
const devices = leadingDevices(me)
const aDevice = () => devices.open(rooms)

beforeEach(() => {
  rooms = tinyRooms(me)
  rooms.make(room)
})
afterEach(() => devices.end())

describe('with nobody at it', () => {
  const backup = () => Y.encodeStateAsUpdate(rooms.doc(room))

  async function writes(device: LeadingDevice, text: string): Promise<void> {
    const document = await device.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    type(document.doc, text)
    await device.timers.pass(250)
    await expect.poll(() => document.status.get()).toBe('saved')
    await device.timers.pass(2_500)
    await document.close()
    // The leader may have looked between the disk and the row, and asks once more then.
    await expect.poll(async () => (await device.row(room))?.dirtyBy).toEqual([])
  }

  test('gets what it had told this device is stored, though nobody has the document open', async () => {
    const phone = await aDevice()
    await writes(phone, 'in the backup')
    const before = backup()
    await writes(phone, 'after the backup')
    await writes(phone, 'and again')
    rooms.set(room, { update: before })
    await phone.turn()
    expect(written(rooms.doc(room))).toBe('in the backup|after the backup|and again')
    expect(await phone.row(room)).toMatchObject({ dirtyBy: [], ackedSv: toBase64(Y.encodeStateVector(rooms.doc(room))) })
  })

  test('where it cannot be sent just now it counts as unsent: neither forgotten nor given up without a draft', async () => {
    const phone = await aDevice()
    await writes(phone, 'in the backup')
    const before = backup()
    await writes(phone, 'after the backup')
    rooms.set(room, { update: before })
    rooms.state.refuseAll = 'flood'
    await phone.turn()
    expect(unsentDocs(await phone.ports.rows.list())).toHaveLength(1)
    rooms.set(room, { epoch: 2 })
    await phone.turn()
    expect(JSON.stringify(phone.forks[0]?.text)).toContain('after the backup')
  })

  test('what one only reads is asked for again, and not sent', async () => {
    const phone = await aDevice()
    rooms.set(room, { level: 'read' })
    await phone.ports.rows.hold([room])
    const [older, newer] = [rooms.doc(room), rooms.doc(room)]
    type(newer, 'somebody else’s')
    rooms.set(room, { update: Y.encodeStateAsUpdate(newer) })
    await phone.turn()
    rooms.set(room, { update: Y.encodeStateAsUpdate(older) })
    await phone.turn()
    expect(written(rooms.doc(room))).toBe('')
    expect([await phone.row(room), phone.forks]).toMatchObject([{ dirtyBy: [], level: 'read', ackedSv: 'AA==' }, []])
  })

  test('with nothing but a deletion lost, it is told of it once the store is known to be another', async () => {
    const phone = await aDevice()
    await writes(phone, 'one')
    const before = backup()
    const document = await phone.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    document.doc.getXmlFragment(bodyFragment).delete(0, 1)
    await phone.timers.pass(250)
    await expect.poll(() => document.status.get()).toBe('saved')
    await phone.timers.pass(2_500)
    await document.close()
    expect(written(rooms.doc(room))).toBe('')
    rooms.set(room, { update: before })
    await phone.store.write((tx) => unsettleDocumentsIn(tx))
    await phone.turn()
    expect(written(rooms.doc(room))).toBe('')
    expect(await phone.row(room)).toMatchObject({ dirtyBy: [] })
  })

  test('drafts of comments too: another device of the member has them again', async () => {
    const [phone, laptop] = [await aDevice(), await aDevice()]
    await phone.drafts.save(place, { markdown: 'Half a thought' }, T0)
    await phone.turn()
    await phone.turn()
    rooms.set(mine, { update: new Uint8Array([0, 0]) })
    await phone.turn()
    await laptop.turn()
    expect(await laptop.text(place)).toBe('Half a thought')
  })

  test('a post that is about to be made there once more is waited for, and not given up', async () => {
    const phone = await aDevice()
    await writes(phone, 'after the backup')
    rooms.set(room, { level: 'none', update: new Uint8Array([0, 0]) })
    await phone.store.write(async (tx) => {
      await unsettleDocumentsIn(tx)
      const base = { n: 1, name: 'posts.create', v: 1, args: { id: idOf(1) }, at: T0, key: null, isOffered: true }
      await tx.queue.put([{ ...base, state: 'unsent', waitUntil: null, seq: null, shapes: [] }])
    })
    await phone.turn()
    expect(phone.forks).toEqual([])
    rooms.set(room, { level: 'own' })
    await phone.store.write((tx) => tx.queue.delete([1]))
    await phone.turn()
    expect(written(rooms.doc(room))).toBe('after the backup')
  })

  test('a history that has nothing in common with what is here takes no part in it', async () => {
    const phone = await aDevice()
    await writes(phone, 'mine')
    const other = new Y.Doc()
    type(other, 'theirs')
    rooms.set(room, { update: Y.encodeStateAsUpdate(other) })
    await phone.turn()
    expect(written(rooms.doc(room))).toBe('theirs')
    expect(JSON.stringify(phone.forks[0]?.text)).toContain('mine')
  })
})

describe('with the document open', () => {
  async function openWith(text: string) {
    const mia = await aDevice()
    // Another tab leads: what is looked at here is this one's own.
    mia.background.lead(false)
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    type(document.doc, 'in the backup')
    await mia.timers.pass(250)
    await expect.poll(() => document.status.get()).toBe('saved')
    const backup = Y.encodeStateAsUpdate(rooms.doc(room))
    type(document.doc, text)
    await mia.timers.pass(250)
    await expect.poll(() => document.status.get()).toBe('saved')
    await mia.timers.pass(2_500)
    return { mia, document, backup }
  }
  const goDown = async (document: OpenDocument) => {
    rooms.goDown()
    await expect.poll(() => document.link.get()).toBe('off')
  }
  const dirtyBy = async (mia: LeadingDevice) => writersOf(await mia.ports.rows.get(room))

  test('over the socket: nothing is called saved before it is stored again', async () => {
    const { mia, document, backup } = await openWith('after it')
    expect(await dirtyBy(mia)).toEqual([])
    await goDown(document)
    rooms.set(room, { update: backup })
    rooms.state.isUp = true
    rooms.state.isAcking = false
    mia.sign('awake')
    // All that it lacks is under way, and not acknowledged.
    await expect.poll(() => [...rooms.sockets].some(({ count }) => count > 0)).toBe(true)
    expect(document.status.get()).not.toBe('saved')
    await expect.poll(() => document.status.get()).toBe('on-device')
    expect(await dirtyBy(mia)).toEqual([mia.ports.tabId])
    rooms.ackAll()
    await expect.poll(() => document.status.get()).toBe('saved')
    expect(written(rooms.doc(room))).toBe('in the backup|after it')
    await mia.timers.pass(2_500)
    await expect.poll(() => dirtyBy(mia)).toEqual([])
  })

  test('by requests, where sockets are blocked', async () => {
    const { mia, document, backup } = await openWith('after it')
    await goDown(document)
    rooms.set(room, { update: backup })
    rooms.state.areSocketsBlocked = true
    rooms.state.isUp = true
    for (let turn = 0; turn < 6 && document.link.get() !== 'post'; turn += 1) await mia.timers.pass(30_000)
    await expect.poll(() => written(rooms.doc(room))).toBe('in the backup|after it')
    await expect.poll(() => document.status.get()).toBe('saved')
  })

  test('a note that all is to be compared goes once this tab has done so', async () => {
    const { mia, document } = await openWith('after it')
    await goDown(document)
    await mia.store.write((tx) => unsettleDocumentsIn(tx))
    expect(await dirtyBy(mia)).toHaveLength(1)
    rooms.state.isUp = true
    mia.sign('awake')
    await expect.poll(() => document.link.get()).toBe('on')
    await mia.timers.pass(2_500)
    await expect.poll(() => dirtyBy(mia)).toEqual([])
  })

  test('a history that has nothing in common with this text: it becomes a draft of its own, and is not mixed in', async () => {
    const { mia, document } = await openWith('after it')
    await goDown(document)
    const other = new Y.Doc()
    type(other, 'theirs')
    rooms.set(room, { update: Y.encodeStateAsUpdate(other) })
    rooms.state.isUp = true
    mia.sign('awake')
    await expect.poll(() => document.ended.get()).toEqual({ why: 'reset', fork: 'post:fork-1' })
    expect(JSON.stringify(mia.forks[0]?.text)).toContain('after it')
    expect(JSON.stringify(mia.forks[0]?.text)).not.toContain('theirs')
    expect(written(rooms.doc(room))).toBe('theirs')
  })
})
