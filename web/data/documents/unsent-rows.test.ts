import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { postRoom } from '#shared/documents/rooms.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { addToFile, documentFile, filesOf } from './document-files.ts'
import { aWriter, type, written } from './testing/a-writer.ts'
import type { LeadingDevice } from './testing/leading-devices.ts'
import { leadingDevices } from './testing/leading-devices.ts'
import { tinyRooms } from './testing/tiny-rooms.ts'
import { unsentRows } from './unsent-rows.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const me = idOf(7)
const room = postRoom(idOf(1))
const file = documentFile(me, room)

let rooms: ReturnType<typeof tinyRooms>
let devices: ReturnType<typeof leadingDevices>

beforeEach(() => {
  rooms = tinyRooms(me)
  devices = leadingDevices(me)
})
afterEach(() => devices.end())

/**
 * The server has "sent"; of "typed" the tab wrote the text, and was killed before it noted anything
 * in the row.
 */
async function killedBeforeTheNote(): Promise<LeadingDevice> {
  const phone = await devices.open(rooms)
  await phone.ports.rows.hold([room])
  const server = rooms.doc(room)
  type(server, 'sent')
  rooms.set(room, { update: Y.encodeStateAsUpdate(server) })
  await phone.turn()
  expect(await phone.row(room)).toMatchObject({ dirtyBy: [], level: 'own' })
  const copy = rooms.doc(room)
  const before = Y.encodeStateVector(copy)
  type(copy, 'typed')
  await addToFile(file, Y.encodeStateAsUpdate(copy, before))
  return phone
}

describe('a text that holds more than the server said it has, which no tab noted as unsent', () => {
  test('goes there in the next round', async () => {
    const phone = await killedBeforeTheNote()
    await phone.turn()
    expect(written(rooms.doc(room))).toBe('sent|typed')
    expect(await phone.row(room)).toMatchObject({ dirtyBy: [] })
  })

  test('is not forgotten after 30 days', async () => {
    const phone = await killedBeforeTheNote()
    rooms.state.refuseAll = 'flood'
    await phone.ports.rows.change(room, (row) => row && { ...row, lastUsed: T0 - 31 * dayMs })
    await phone.turn()
    expect(await phone.row(room)).toBeDefined()
    expect(await filesOf(me)).toContain(file)
  })

  test('is found by the sign-out, and one that the server has is not', async () => {
    const phone = await killedBeforeTheNote()
    const found = async () => (await unsentRows(me, await phone.ports.rows.list())).map((row) => row.room)
    expect(await found()).toEqual([room])
    await phone.turn()
    expect(await found()).toEqual([])
  })

  test('is not called saved by the tab that opens it without a network', async () => {
    await killedBeforeTheNote()
    rooms.state.isUp = false
    const tab = await aWriter(rooms, me, indexedDB as never)
    const document = await tab.open(room)
    await document.settle()
    expect(document.status.get()).toBe('on-device')
    rooms.state.isUp = true
    tab.sign('awake')
    await expect.poll(() => written(rooms.doc(room))).toBe('sent|typed')
    await expect.poll(() => document.status.get()).toBe('saved')
    await tab.end()
  })
})

test('looking for unsent words makes no file where the browser threw one away', async () => {
  const phone = await devices.open(rooms)
  await phone.ports.rows.change(room, (row) => row ?? { ...newRow(), ackedSv: 'AA==' })
  expect(await unsentRows(me, await phone.ports.rows.list())).toEqual([])
  expect(await filesOf(me)).not.toContain(file)
})

test('others’ words in a text that one only reads are nothing unsent', async () => {
  const phone = await devices.open(rooms)
  rooms.set(room, { level: 'read' })
  await phone.ports.rows.hold([room])
  await phone.turn()
  const copy = rooms.doc(room)
  type(copy, 'somebody else’s')
  await addToFile(file, Y.encodeStateAsUpdate(copy))
  expect(await unsentRows(me, await phone.ports.rows.list())).toEqual([])
})

const newRow = () => ({
  ...({
    room,
    epoch: 1,
    format: 1,
    ackedSv: '',
    dirtyBy: [],
    level: 'own',
    refused: null,
    bytes: 0,
    lastUsed: T0,
    refreshedAt: T0,
  } as const),
})
