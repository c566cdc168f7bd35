import { IDBFactory } from 'fake-indexeddb'
import { T0 } from '#shared/testing/factories.ts'
import { openDrafts } from '../../device/drafts.ts'
import { keepDocuments } from '../background.ts'
import type { DocumentPorts } from '../document-ports.ts'
import { openTickets } from '../requests.ts'
import { aWriter, switchTo } from './a-writer.ts'

type Rooms = Pick<DocumentPorts, 'fetch' | 'WebSocket'>

/** Devices of one account, each the leader's tab of a disk of its own. */
export function leadingDevices(account: string) {
  const ends: (() => Promise<void>)[] = []
  return {
    /** Only one is awake at a time, as y-indexeddb and all else use the browser's own IndexedDB. */
    async open(rooms: Rooms, factory: IDBFactory = new IDBFactory()) {
      switchTo(factory)
      const writer = await aWriter(rooms, account, factory)
      const background = keepDocuments(
        writer.ports,
        openTickets(account, writer.ports.fetch, () => T0),
        writer.store,
      )
      ends.push(async () => {
        background.stop()
        await writer.end()
      })
      background.lead(true)
      // Its first round is over before anything is tried: it would go on beside it.
      await background.refresh()
      const drafts = openDrafts(writer.store, () => T0)
      return {
        ...writer,
        factory,
        background,
        drafts,
        row: (name: string) => writer.ports.rows.get(name),
        /** This device's turn: everything there is to do is done. */
        async turn() {
          switchTo(factory)
          await background.refresh()
          await background.refresh()
        },
        text: async (at: string) => (await drafts.get(at))?.values['markdown'],
      }
    },
    async end(): Promise<void> {
      for (const end of ends.splice(0)) await end()
    },
  }
}

export type LeadingDevice = Awaited<ReturnType<ReturnType<typeof leadingDevices>['open']>>
