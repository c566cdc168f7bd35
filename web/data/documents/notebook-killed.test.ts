import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { notebookRoom } from '#shared/documents/rooms.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { openDrafts } from '../device/drafts.ts'
import { keepDocuments } from './background.ts'
import { readPlace } from './notebook.ts'
import { openTickets } from './requests.ts'
import type { Writer } from './testing/a-writer.ts'
import { aWriter, switchTo } from './testing/a-writer.ts'
import { tinyRooms } from './testing/tiny-rooms.ts'

const me = idOf(7)
const place = `comment:${idOf(1)}:`

/** A tab that leads until it has waited `fuse` times. @returns whether it ended so */
async function leadUntil(fuse: number, { ports, store }: Writer): Promise<boolean> {
  const over = Promise.withResolvers<boolean>()
  let left = fuse
  const fused =
    <Given extends readonly unknown[], Value>(work: (...given: Given) => Promise<Value>) =>
    (...given: Given): Promise<Value> => {
      left -= 1
      if (left >= 0) return work(...given)
      over.resolve(true)
      return new Promise(() => {})
    }
  const { rows } = ports
  // What only reads changes nothing.
  const mortal = { ...ports, fetch: fused(ports.fetch), rows: { ...rows, change: fused(rows.change), hold: fused(rows.hold) } }
  const tickets = openTickets(me, mortal.fetch, () => T0)
  const background = keepDocuments(mortal, tickets, {
    read: (work) => store.read(work),
    write: (work) => fused(() => store.write(work))(),
  })
  background.lead(true)
  const hasEnded = await Promise.race([over.promise, background.refresh().then(() => false)])
  background.stop()
  return hasEnded
}

test('a draft that is sent as the tab ends that keeps the notebook is gone everywhere, wherever that was', async () => {
  for (let fuse = 0, hasEnded = true; hasEnded; fuse += 1) {
    const rooms = tinyRooms(me)
    const factory = new IDBFactory()
    switchTo(factory)
    const writer = await aWriter(rooms, me, factory)
    const drafts = openDrafts(writer.store, () => T0)
    await drafts.save(place, { markdown: 'Half a thought' }, T0)
    hasEnded = await leadUntil(fuse, writer)
    await drafts.forget(place, 'sent')
    // The next tabs.
    for (let times = 0; times < 2; times += 1) expect(await leadUntil(Infinity, writer)).toBe(false)
    expect([fuse, await drafts.get(place), readPlace(rooms.doc(notebookRoom(me)), place)]).toEqual([fuse, undefined, undefined])
    await writer.end()
  }
})
