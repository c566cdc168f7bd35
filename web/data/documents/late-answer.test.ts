import { afterEach, expect, test } from 'vitest'
import { IDBFactory } from 'fake-indexeddb'
import * as Y from 'yjs'
import { diffPath, notebookRoom, postRoom } from '#shared/documents/rooms.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { filesOf, forgetDocuments } from './document-files.ts'
import { writePlace } from './notebook.ts'
import type { Fetch } from './requests.ts'
import { type } from './testing/a-writer.ts'
import { leadingDevices } from './testing/leading-devices.ts'
import { tinyRooms } from './testing/tiny-rooms.ts'

const me = idOf(7)
const room = postRoom(idOf(1))
const devices = leadingDevices(me)
afterEach(() => devices.end())

/** A device whose answers to rounds wait, once they are held, until they are let through. */
async function aHeldDevice() {
  const rooms = tinyRooms(me)
  rooms.make(room)
  let gate: Promise<void> | null = null
  let open = () => {}
  let arrived = () => {}
  const fetch: Fetch = async (address, init) => {
    const answer = await rooms.fetch(address, init)
    if (address === diffPath && gate !== null) {
      arrived()
      await gate
    }
    return answer
  }
  const phone = await devices.open({ ...rooms, fetch }, new IDBFactory())
  await phone.turn()
  return {
    rooms,
    phone,
    hold() {
      gate = new Promise((resolve) => (open = resolve))
      return new Promise<void>((resolve) => (arrived = resolve))
    },
    letThrough: () => open(),
  }
}

type Held = Awaited<ReturnType<typeof aHeldDevice>>

test.each<[string, (device: Held) => Promise<void>]>([
  [
    'a text that comes for the first time',
    async ({ rooms, phone }) => {
      const elsewhere = rooms.doc(room)
      type(elsewhere, 'from the laptop')
      rooms.set(room, { update: Y.encodeStateAsUpdate(elsewhere) })
      await phone.ports.rows.hold([room])
    },
  ],
  [
    'words that were unsent',
    async ({ rooms, phone }) => {
      rooms.state.areSocketsBlocked = true
      const document = await phone.open(room)
      type(document.doc, 'mine')
      await document.settle()
      await document.close()
    },
  ],
  [
    'a draft that was begun on another device, too',
    async ({ rooms, phone }) => {
      const notes = notebookRoom(me)
      rooms.make(notes)
      const elsewhere = rooms.doc(notes)
      writePlace(elsewhere, 'profile', { bio: 'theirs' }, T0)
      rooms.set(notes, { update: Y.encodeStateAsUpdate(elsewhere) })
      await phone.drafts.save('profile', { bio: 'mine' }, T0)
    },
  ],
])('an answer that arrives after signing out makes no file again: %s', async (_what, begin) => {
  const device = await aHeldDevice()
  const { phone } = device
  await begin(device)
  const held = device.hold()
  const round = phone.background.refresh()
  await held
  // As a device that is wiped does it.
  phone.background.stop()
  await phone.store.destroy()
  await forgetDocuments(indexedDB, me, [room])
  expect(await filesOf(me)).toEqual([])
  device.letThrough()
  await round
  expect(await filesOf(me)).toEqual([])
  expect(phone.reports).toEqual([])
})
