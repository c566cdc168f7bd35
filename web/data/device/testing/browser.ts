import { IDBKeyRange } from 'fake-indexeddb'
import type { IDBFactory } from 'fake-indexeddb'
import { encode } from '#shared/kernel/ids.ts'
import { T0 } from '#shared/testing/factories.ts'
import type { DevicePorts, SyncDeps } from '../device-ports.ts'
import type { TabMessage, Tabs } from '../tabs.ts'
import { markerIn } from '../marker.ts'
import { visitorReadingIn } from '../../visitor-reading.ts'
import { emptyBrowser } from './stores.ts'

/**
 * A browser's profile: its databases, its localStorage, its tabs; time stands still unless a test
 * moves it.
 */
export function testBrowser(databases: IDBFactory = emptyBrowser()) {
  const kept = new Map<string, string>()
  const tabs = new Map<string, Set<(message: TabMessage) => void>>()
  const state = { now: T0, ids: 0, quota: null as number | null, persistAsked: 0, left: 0 }
  const reports: unknown[] = []
  const syncs: SyncDeps[] = []
  const nudges: string[] = []

  function openTabs(database: string): Tabs {
    const all = tabs.get(database) ?? new Set()
    tabs.set(database, all)
    let mine: ((message: TabMessage) => void) | null = null
    return {
      post(message) {
        for (const listener of [...all]) if (listener !== mine) listener(structuredClone(message))
      },
      listen(listener) {
        mine = listener
        all.add(listener)
      },
      close() {
        if (mine !== null) all.delete(mine)
      },
    }
  }

  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }

  const ports: DevicePorts = {
    // The fake has the same methods; its types are its own.
    indexedDB: databases as unknown as DevicePorts['indexedDB'],
    dexie: { indexedDB: databases, IDBKeyRange },
    tabs: openTabs,
    // Only these three methods are used.
    marker: markerIn(() => storage as Storage),
    visitorReading: visitorReadingIn(storage),
    storage: {
      isPhone: false,
      estimate: async () => ({ usage: null, quota: state.quota }),
      persist: async () => {
        state.persistAsked += 1
        return true
      },
    },
    pictureBytes: async () => 0,
    unsentPictures: async () => 0,
    now: () => state.now,
    elapsed: () => 0,
    newId: () => encode(new Uint8Array(16).fill((state.ids += 1))),
    yieldToEventLoop: async () => undefined,
    report: (error) => void reports.push(error),
    leave: () => void (state.left += 1),
    startDocuments: () => ({ lead: () => undefined, wrote: () => undefined, stop: () => undefined }),
    startSync(deps) {
      syncs.push(deps)
      return { nudge: (why) => void nudges.push(why), stop: () => undefined }
    },
  }
  return { ports, state, kept, reports, syncs, nudges, databases }
}
