/**
 * Where a device keeps what it holds, one database an account. Two stand behind it: Dexie in
 * browsers, memory in the simulation. A `write` is one transaction, all of it or nothing, and on
 * disk when it resolves (durability strict). Nothing but `tx` is awaited inside.
 */
import type { Level, RefusalCode } from '#shared/documents/protocol.ts'
import type { Row } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import type { WireError } from '#shared/sync/protocol.ts'

export interface DeviceStore {
  read<T>(work: (tx: DeviceRead) => Promise<T>): Promise<T>
  /** @throws DeviceTrouble when the browser could not do its part; nothing of it is stored then. */
  write<T>(work: (tx: DeviceTx) => Promise<T>): Promise<T>
  close(): void
}

/**
 * `full`: no room. `closed`: a newer version of the app wants the database. `lost`: it is gone or
 * broken. `stuck`: it did not answer (`watched`).
 */
export type TroubleKind = 'full' | 'closed' | 'lost' | 'stuck'

export class DeviceTrouble extends Error {
  readonly kind: TroubleKind

  constructor(kind: TroubleKind, cause?: unknown) {
    super(`the device's database: ${kind}`, { cause })
    this.name = 'DeviceTrouble'
    this.kind = kind
  }
}

export interface DeviceRead {
  /** Confirmed rows only; never what is queued. */
  readonly rows: Read
  readonly membership: ReadableMembership
  readonly shapes: Readable<LocalShape, string>
  readonly queue: ReadableQueue
  readonly refused: Readable<RefusedMutation, number>
  readonly sent: Readable<SentMutation, number>
  readonly meta: Readable<MetaItem, string>
  readonly docs: Readable<StoredDocument, string>
}

export interface DeviceTx extends DeviceRead {
  /** Rows of a kind this device has no table for (a newer server's) are left out. */
  putRows(kind: string, rows: readonly Row[]): Promise<void>
  /** No error when a row is absent. */
  deleteRows(kind: string, ids: readonly string[]): Promise<void>
  readonly membership: ReadableMembership & Writable<Membership, MembershipKey>
  readonly shapes: Collection<LocalShape, string>
  readonly queue: ReadableQueue & Writable<QueuedMutation, number>
  readonly refused: Collection<RefusedMutation, number>
  readonly sent: Collection<SentMutation, number>
  readonly meta: Collection<MetaItem, string>
  readonly docs: Collection<StoredDocument, string>
}

export interface Readable<Item, Key> {
  get(key: Key): Promise<Item | undefined>
  /** In the order of their keys. */
  all(): Promise<readonly Item[]>
}

export interface Writable<Item, Key> {
  put(items: readonly Item[]): Promise<void>
  delete(keys: readonly Key[]): Promise<void>
}

export interface Collection<Item, Key> extends Readable<Item, Key>, Writable<Item, Key> {}

/** Thousands of mutations after a week offline: nobody reads them all to find the next fifty. */
export interface ReadableQueue extends Readable<QueuedMutation, number> {
  /** In the order of their numbers. */
  ofState(state: QueuedMutation['state'], limit: number): Promise<readonly QueuedMutation[]>
  ofKey(key: string): Promise<readonly QueuedMutation[]>
}

export interface ReadableMembership {
  ofShape(shape: string): Promise<readonly Membership[]>
  /** The shapes that hold a row: it goes with the last of them. */
  ofRow(kind: string, id: string): Promise<readonly Membership[]>
}

export type MembershipKey = readonly [shape: string, kind: string, id: string]

/** A row is here because a shape holds it, in this version. */
export interface Membership {
  readonly shape: string
  readonly kind: string
  readonly id: string
  readonly version: number
  /**
   * Of the filling it came with: after a reset, what an earlier filling brought goes once the new
   * one is complete.
   */
  readonly filling: number
}

/**
 * `pinned`: chosen to be kept. `own`: the reader's own work and talk. `visited`: read lately.
 * `prefetched`: never opened, fetched so that it opens offline (web/app/offline-prefetch). They
 * leave in the opposite order.
 */
export type KeepClass = 'pinned' | 'own' | 'visited' | 'prefetched'

export interface LocalShape {
  readonly id: string
  readonly epoch: string
  readonly cursor: number
  /** The first filling is complete: what is not here does not exist. */
  readonly isComplete: boolean
  readonly filling: number
  /**
   * `false` from when it is followed until a server is asked for it. Missing in rows from before
   * this was noted.
   */
  readonly isAsked?: boolean
  readonly keep: KeepClass
  /** ms since 1970, of this device's clock; used for what leaves first and nothing else. */
  readonly lastUsed: number
  readonly bytes: number
}

/**
 * A mutation on its way. It leaves in the transaction that takes in the pages that carry it (R7),
 * or for `refused`.
 */
export interface QueuedMutation {
  readonly n: number
  readonly name: string
  readonly v: number
  readonly args: unknown
  /** ms since 1970, of this device's clock. */
  readonly at: number
  /** Of the mutation, see `Mutation.key`; `null` without one. */
  readonly key: string | null
  /**
   * It may have reached the server: from now on nothing else may be sent under its number. Set
   * before it is sent.
   */
  readonly isOffered: boolean
  readonly state: 'unsent' | 'later' | 'applied'
  /** For `later`: when it may be sent again, by this device's clock. */
  readonly waitUntil: number | null
  /**
   * By this device's clock, when it was told to wait; absent in what older versions have stored.
   */
  readonly waitFrom?: number | null
  /** For `later`: why, where the server said; absent as above. */
  readonly waitReason?: Reason | null
  /** For `applied`. */
  readonly seq: number | null
  readonly shapes: readonly string[]
}

/**
 * A mutation that was refused for good, with everything in it. It leaves by the reader's hand
 * alone.
 */
export interface RefusedMutation {
  readonly n: number
  readonly name: string
  readonly v: number
  readonly args: unknown
  readonly at: number
  /** Absent in what older versions have stored. */
  readonly key?: string | null
  readonly refusedAt: number
  readonly error: WireError
  /** What stands in its way, for a conflict. */
  readonly current: Row | null
}

/**
 * A mutation that the server has taken, kept for a while: a server restored from an older backup
 * may ask for it again.
 */
export interface SentMutation {
  readonly n: number
  readonly name: string
  readonly v: number
  readonly args: unknown
  readonly at: number
  readonly seq: number
}

export interface MetaItem {
  readonly name: string
  readonly value: unknown
}

/**
 * What is known of a document that this device holds. Its text lies in a database of its own
 * (`web/data/documents/`).
 */
export interface StoredDocument {
  /** As in `shared/documents/rooms.ts`. */
  readonly room: string
  /** Of the server's history; 0: this copy has never met it. */
  readonly epoch: number
  /**
   * Of its post, as this device last knew it: the rows may be gone when what was written is made a
   * draft of one's own.
   */
  readonly title?: string
  /** Of the text schema it was written by. */
  readonly format: number
  /** State vector (V1, base64) of what the server has surely stored; empty: nothing. */
  readonly ackedSv: string
  /**
   * Tabs that wrote here what the server may not have, or `otherStore` (documents.ts); empty:
   * clean.
   */
  readonly dirtyBy: readonly string[]
  /** As the server last said. */
  readonly level: Level
  /** Why the server refused what was written here, for good; `null` usually. */
  readonly refused: RefusalCode | null
  readonly bytes: number
  /** ms since 1970, of this device's clock, as the next one. */
  readonly lastUsed: number
  /** When the server was last asked for what is new; 0: never. */
  readonly refreshedAt: number
}
