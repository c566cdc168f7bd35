/**
 * What the conversation with devices asks of others: nothing of Node, so that the simulation runs
 * this very code.
 */
import type { ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { ByeCode } from '#shared/sync/protocol.ts'
import type { Store } from '#server/store/port.ts'
import type { Log, Writer } from './writer.ts'

/** What the domains say about shapes: `shared/shapes.ts`. */
export interface DeviceRules {
  /** What devices hold copies of. Rows of other tables never leave by a shape. */
  readonly tables: readonly Table[]
  access(read: Read, viewer: Viewer, shape: string): Promise<'allowed' | 'gone' | 'not-allowed'>
  rightsKey(viewer: Viewer): string
  seesLikeEveryone(viewer: Viewer): boolean
  peopleOf(kind: string, row: Row): readonly string[]
  hangingOn(kind: string, row: Row): Query | null
  conflictingRow(name: string, args: unknown): { readonly kind: string; readonly id: string } | null
  /** The shapes that this row decides who may follow. */
  decidedBy(kind: string, id: string): readonly string[]
  readonly memberKind: string
}

export interface Timers {
  /** @returns how to stop it. */
  every(ms: number, work: () => void): () => void
  after(ms: number, work: () => void): () => void
  /** Lets others have their turn before more is read. */
  turn(): Promise<void>
}

export interface SyncPorts {
  readonly store: Pick<Store, 'read' | 'journal' | 'meta'>
  readonly writer: Pick<Writer, 'take' | 'meet' | 'acknowledge' | 'onCommit'>
  viewerOf(read: Read, userId: string, now: number): Promise<Viewer>
  /** Which of these sign-ins still stand; asked every few seconds for all that are connected. */
  openSessions(read: Read, sessionIds: readonly string[], now: number): Promise<ReadonlySet<string>>
  readonly policies: ReadPolicies
  readonly rules: DeviceRules
  /** ms since 1970 */
  clock(): number
  readonly timers: Timers
  /** Tells two mutations under one number apart. */
  hash(text: string): string
  readonly log: Log
  /** Of the running app; another one than the device's means there is a newer one. */
  readonly build: string
}

/** Who is signed in at the other end. */
export interface Account {
  readonly sessionId: string
  readonly userId: string
}

/** The way to one device. */
export interface Link {
  /** A whole message, as JSON. In order, or not at all. */
  send(text: string): void
  /** `silent`: nothing was heard for too long. The session is over. */
  close(code: ByeCode | 'silent'): void
  /** Bytes that have been sent and not yet been taken by the network. */
  buffered(): number
  /** Pages that may be on their way at once. */
  readonly maxPages: number
  /** What kind of device is at the other end, for the metrics. */
  readonly deviceClass?: string
  /** It lasts: what changes later is told, and what is held is compared. */
  readonly isLasting: boolean
}
