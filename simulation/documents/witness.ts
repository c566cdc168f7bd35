import type { Doc } from 'yjs'
import type { Clockwork } from '../world/clockwork.ts'
import type { Database } from '../world/database.ts'
import type { Random } from '../world/random.ts'
import type { DocumentBug } from './bugs.ts'

export interface SomeNode {
  readonly name: string
  /** Rises with each start. */
  readonly run: number
}

export interface SomeEditor {
  readonly name: string
  readonly doc: Doc
}

/** How a tab came to a node. */
export interface Entered {
  readonly node: SomeNode
  readonly run: number
  readonly startedAt: number
  /** How much had been called saved, by anybody, by then. */
  readonly pending: number
}

/** What somebody was told is saved. */
export interface Acked {
  readonly node: SomeNode
  readonly run: number
  readonly update: Uint8Array
  readonly by: string
  readonly userId: string
}

/** The run, as nodes and editors know it: they live in its time, and it hears of everything. */
export interface Witness {
  readonly clockwork: Clockwork
  readonly random: Random
  readonly database: Database
  readonly bug: DocumentBug | null
  /** How long a commit may wait for its turn on the disk. */
  readonly diskMs: number
  readonly room: string
  readonly epoch: number
  /** How many frames have been called saved. */
  readonly acknowledged: number
  /** Whose right to the post has been taken away; `null`: nobody's. */
  readonly outcast: string | null
  tell(line: string): void
  fault(what: string): void
  logged(error: unknown, about: string): void
  refused(editor: SomeEditor, code: string): void
  closed(editor: SomeEditor, reason: string): void
  /**
   * What a writer is told is saved is the own account's text; what others wrote comes from them.
   */
  acked(acked: Acked): void
  /** Somebody writes under this client id. */
  writes(client: number, userId: string): void
  /** A tab has been told that it holds what the server holds. */
  synced(editor: SomeEditor, entered: Entered): void
  died(node: SomeNode): void
}
