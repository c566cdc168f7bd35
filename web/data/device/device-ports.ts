import type { DexieOptions } from 'dexie'
import type { ClientStatus } from '../sync/client-ports.ts'
import type { Core } from '../sync/core.ts'
import type { DeviceSync } from '../sync/sync.ts'
import type { StorageFacts } from './budget.ts'
import type { DeviceDocuments } from './device-api.ts'
import type { LocalStore } from './local-store.ts'
import type { Marker } from './marker.ts'
import type { OpenTabs } from './tabs.ts'
import type { VisitorReadingStore } from '../visitor-reading.ts'

/** Everything the device asks of the browser, so that tests can be one. */
export interface DevicePorts {
  /** `null`: the browser has none, or forbids it. */
  readonly indexedDB: IDBFactory | null
  readonly dexie?: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>
  readonly tickMs?: number
  readonly tabs: OpenTabs
  readonly marker: Marker
  /** What a visitor's pages without the app know of what was read. */
  readonly visitorReading: VisitorReadingStore
  readonly storage: StorageFacts & {
    /** `null` where the browser cannot promise. */
    persist(): Promise<boolean | null>
  }
  /** Of pictures kept for pages. */
  readonly pictureBytes: () => Promise<number>
  /** Pictures that were added here and are not on the server. */
  readonly unsentPictures: (account: string) => Promise<number>
  /** ms since 1970. */
  readonly now: () => number
  /** ms, of a clock that never goes back. */
  readonly elapsed: () => number
  readonly newId: () => string
  readonly yieldToEventLoop: () => Promise<void>
  readonly report: (error: unknown) => void
  /**
   * The person signed out in another tab, or the site's data were cleared: nothing of this page may
   * stay.
   */
  readonly leave: () => void
  /**
   * Keeps the account's documents and the server together; told which tab leads, and when something
   * was written.
   */
  readonly startDocuments: (deps: DocumentsDeps) => { lead(isLeader: boolean): void; wrote(): void; stop(): void }
  readonly startSync: (deps: SyncDeps) => Pick<DeviceSync, 'nudge' | 'stop'>
}

export interface DocumentsDeps {
  readonly account: string
  readonly rows: DeviceDocuments
  readonly store: Pick<LocalStore, 'read' | 'write'>
}

export interface SyncDeps {
  /** Names the lock: one tab of it talks with the server. */
  readonly account: string
  readonly core: Core
  readonly onStatus: (status: ClientStatus, isLeader: boolean) => void
}

/** Single facts that are stored under names that are not the sync core's. */
export const localMeta = {
  /** Set when the database was made: without it, it is another than the one that was left. */
  born: 'born',
  me: 'me',
  settings: 'settings',
  /** What the browser answered when asked to keep the data. */
  persisted: 'persisted',
} as const
