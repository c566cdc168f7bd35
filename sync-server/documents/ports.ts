/**
 * What documents ask of others, so that a simulation can run them with a clock, a store and timers
 * of its own.
 */
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Store } from '#server/store/port.ts'
import type { Log, Writer } from '#server/sync/writer.ts'
import type { UpdateBytes } from './document-state.ts'
import type { AwarenessEntry } from './frames.ts'
import type { Judged } from './workers/judge.ts'

export interface DocumentTimers {
  /** @returns how to stop it. */
  every(ms: number, work: () => void): () => void
  after(ms: number, work: () => void): () => void
  /** When this turn of the loop has ended. */
  soon(work: () => void): void
  /** Lets others have their turn. */
  turn(): Promise<void>
  /**
   * Before a commit: lets what comes at the same time share it. Longer where one commit follows the
   * other, unless somebody waits for it.
   */
  gather(isAwaited: boolean): Promise<void>
}

/** A snapshot as it is kept. */
export interface Packed {
  readonly packed: Uint8Array
  readonly sha256: string
}

/** Work that needs a Y.Doc: done elsewhere, within limits of time and memory. */
export interface DocumentWorkers {
  /** Of a snapshot and the rows after it, checked against both (Y3). */
  compact(
    snapshot: Uint8Array | null,
    rows: readonly Uint8Array[],
  ): Promise<Packed & { readonly structs: number; /** Encoded, V1. */ readonly stateVector: Uint8Array; readonly update: Uint8Array }>
  /** To update V1. @throws Error for one that is damaged. */
  unpack(snapshot: Packed): Promise<Uint8Array>
  /** A first text as an update; `null` for an empty one. */
  seedOf(body: unknown): Promise<Uint8Array | null>
  /** What brings a document to that text. `null`: it is there already. */
  changeTo(updates: readonly Uint8Array[], body: unknown): Promise<Uint8Array | null>
  /** How deep and long the text of these is, and whether it can be kept as a revision. */
  judge(updates: readonly Uint8Array[]): Promise<Judged>
}

/**
 * Other nodes on the same store, where the same documents may be open. Whatever is told may be
 * lost.
 */
export interface OtherNodes {
  /** The log of a document reaches so far. */
  stored(room: string, seq: number): void
  /** Who is in it elsewhere? */
  ask(room: string): void
  /** Who is in it here, and where their carets stand. */
  spoke(room: string, entries: readonly AwarenessEntry[]): void
  /** @returns how to stop */
  hear(listener: {
    stored(room: string, seq: number): void
    asked(room: string): void
    spoke(room: string, entry: AwarenessEntry): void
  }): () => void
}

export interface DocumentPorts {
  /** Absent: this is the only one. */
  readonly others?: OtherNodes

  readonly store: Pick<Store, 'read' | 'journal'>
  readonly writer: Pick<Writer, 'work' | 'onCommit'>
  viewerOf(read: Read, userId: string, now: number): Promise<Viewer>
  /** Which of these sign-ins still stand. */
  openSessions(read: Read, sessionIds: readonly string[], now: number): Promise<ReadonlySet<string>>
  /** Loaded by the first document. */
  bytes(): Promise<UpdateBytes>
  readonly workers: DocumentWorkers
  /**
   * The text of a post's document has come to rest, or been written at for a while: `whole` is all
   * of it, `authorId` who wrote last. `isPoint`: much of it is about to be taken out.
   */
  settled(postId: string, whole: Uint8Array, authorId: string, isPoint?: boolean): Promise<void>
  /** HMAC of the text under that secret, base64url. */
  sign(secret: string, text: string): string
  /** ms since 1970 */
  clock(): number
  readonly timers: DocumentTimers
  readonly log: Log
}
