import type { DeviceDocuments } from '../device/device-api.ts'
import type { Timers } from '../sync/alarms.ts'
import type { MakeFork } from './documents-api.ts'
import type { Fetch } from './requests.ts'

/** Everything a document asks of the browser and of the device, so that tests can be both. */
export interface DocumentPorts {
  readonly account: string
  readonly rows: DeviceDocuments
  /** `wss://host`; the rooms stand below its `/collab`. */
  readonly socketOrigin: string
  readonly fetch: Fetch
  readonly WebSocket: typeof WebSocket
  readonly timers: Timers & { now(): number }
  /** 0 to 1. */
  random(): number
  /** This page's, new with every load. */
  readonly tabId: string
  /**
   * `null` where the browser has none: then every tab works as if it were alone, and the server
   * takes things once all the same.
   */
  readonly locks: DocumentLocks | null
  /** `false`: the browser keeps nothing. */
  readonly canKeep: boolean
  readonly signs: Signs
  readonly makeFork: MakeFork
  readonly report: (error: unknown) => void
}

/** The part of `navigator.locks` that is used. */
export interface DocumentLocks {
  request(
    name: string,
    options: { readonly mode?: 'shared' | 'exclusive'; readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
    work: (lock: unknown) => Promise<void>,
  ): Promise<unknown>
}

/**
 * `awake`: online again, or in sight again. `leaving`: out of sight, perhaps for good. `moved`: the
 * queue or the session is another.
 */
export type Sign = 'awake' | 'leaving' | 'moved'

export interface Signs {
  isVisible(): boolean
  /**
   * The records of this device have reached the server: what nobody waits for need not find out by
   * itself.
   */
  isReachable(): boolean
  listen(listener: (sign: Sign) => void): () => void
}

/**
 * Held (shared) by every tab that brings an open document to the server itself; whoever has it
 * alone may do so from the disk.
 */
export const documentLock = (account: string, room: string): string => `document:${account}:${room}`
