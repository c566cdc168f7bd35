/**
 * What the server asks of a store: consistent reads, serial writes, and a journal of what was
 * committed. Two drivers stand behind it (SQLite, PostgreSQL) and pass one contract. It relies on
 * nothing but tables declared in shared/; it never judges who may see or do what.
 */
import type { MigrationState } from '#shared/kernel/migration-runs.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read, Transaction } from '#shared/kernel/transaction.ts'

/**
 * Where a live row stands. `version` counts up by one with each change of the row and goes on after
 * a delete.
 */
export interface Stamp {
  /**
   * Of the journal entry that last changed the row; for tables without a journal, the journal's
   * position at that commit.
   */
  readonly seq: number
  readonly version: number
  readonly scope: string
  readonly shape: string | null
  /** Of the row as it is stored: known without reading it. */
  readonly bytes: number
}

/** A live row of a shape, for devices that begin with nothing. */
export interface ShapeRow {
  readonly kind: string
  readonly version: number
  readonly row: Row
}

/** Where a walk through a shape goes on: after this row. */
export interface ShapePlace {
  readonly kind: string
  readonly id: string
}

/** All of one `read` is of one snapshot, these too. */
export interface StoreRead extends Read {
  /** Of the journal: everything at or below it is in this snapshot, and nothing above. */
  position(): Promise<number>
  /**
   * The journal has forgotten what it held up to here: a cursor below it cannot be continued. 0
   * while it remembers everything.
   */
  floor(): Promise<number>
  /** Journal entries of a shape after `seq`, oldest first; a row changed often has several. */
  changesOf(shape: string, seq: number, limit: number): Promise<readonly JournalRow[]>
  /**
   * Live rows of a shape, by kind and then by id, after a place. @param maxBytes once they are
   * reached, one row more at most is read
   */
  rowsOfShape(shape: string, after: ShapePlace | null, limit: number, maxBytes?: number): Promise<readonly ShapeRow[]>
  /**
   * By row id; deleted and unknown rows are absent. Inside a batch `seq` of a row written by it is
   * 0: it is given at the commit.
   */
  stamps<R extends Row>(table: Table<R>, ids: readonly string[]): Promise<ReadonlyMap<string, Stamp>>
}

export interface StoreTransaction extends Transaction, StoreRead {}

/** Serves while its `write` runs, and no longer. */
export interface Batch {
  readonly tx: StoreTransaction
  /**
   * What `work` wrote is undone when it throws, and the error passes on; the rest of the batch
   * stays. May be nested, never run side by side.
   */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /**
   * `listen` hears the journal's position once all is on disk: everything the batch changed is at
   * or below it.
   */
  afterCommit(listen: (seq: number) => void): void
  /** A point of the batch, for `shapesSince`. */
  moment(): number
  /** The shapes that rows changed since then are in, or were in. */
  shapesSince(moment: number): readonly string[]
  /**
   * Lets the journal forget its oldest entries: never the last `keep`, never what a consumer has
   * yet to see, at most `atMost` at a time. Tombstones below the new floor go too. Answers how many
   * entries went.
   */
  pruneJournal(keep: number, atMost: number): Promise<number>
}

export interface Store {
  /** One snapshot for all of `work`, without read policies. */
  read<T>(work: (read: StoreRead) => Promise<T>): Promise<T>
  /**
   * One SQL transaction, one at a time; resolves once it is on disk. PostgreSQL may ask for a
   * second try, so `work` must bear running again.
   * @throws StoreFailure when the store, not the work, is at fault; nothing is committed then.
   */
  write<T>(work: (batch: Batch) => Promise<T>): Promise<T>
  readonly journal: Journal
  readonly meta: Meta
  /**
   * ms since 1970, by the clock that all who share the store go by: of several machines each may
   * have a clock of its own.
   */
  readonly clock: () => number
  /**
   * Gives the store a new epoch: what devices hold of it is void, and they fetch it anew. Running
   * servers see it when started again.
   */
  renewEpoch(): Promise<string>
  close(): Promise<void>
}

/**
 * One committed change. A row that left a scope or shape has a `del` there, then a `put` where it
 * went.
 */
export interface JournalRow {
  readonly seq: number
  /** `null` for rows that no device follows. */
  readonly shape: string | null
  /** The table's name. */
  readonly kind: string
  readonly id: string
  readonly version: number
  readonly op: 'put' | 'del'
  /** List keys of the row before and after, for caches. */
  readonly keys: readonly string[]
}

/** In commit order, without holes: whoever has read up to n has missed nothing up to n. */
export interface Journal {
  position(): Promise<number>
  /** Entries after `seq`, oldest first. */
  since(seq: number, limit: number): Promise<readonly JournalRow[]>
  /** As `since`, of one shape. */
  ofShape(shape: string, seq: number, limit: number): Promise<readonly JournalRow[]>
  /** How far a consumer has come; 0 for a new one. */
  cursor(consumer: string): Promise<number>
  /**
   * Never back: a process that was away for long does not undo what another has done since. Durable
   * soon, not at once: after a crash a consumer may see some entries again.
   */
  moveCursor(consumer: string, seq: number): Promise<void>
  /** How far each consumer has come, by name. */
  cursors(): Promise<ReadonlyMap<string, number>>
}

export interface Meta {
  /** Made when the store was; a store restored from a backup should be given a new one. */
  readonly epoch: string
  /** How many data migrations this store has behind it. */
  readonly schema: number
  /** Of all that the program knows, in their order. */
  readonly migrations: readonly MigrationState[]
}

/**
 * A change of what stored data means. Runs once, in one transaction; a released one is never edited
 * or reordered.
 */
export interface Migration {
  readonly name: string
  run(batch: Batch): Promise<void>
}

/**
 * `full`: no room; reads go on, and writes do again once there is. `unavailable`: the database
 * cannot be reached, or is locked. `io`: what is on disk is no longer known (a failed fsync, a
 * damaged file): the process must restart rather than carry on.
 */
export type FailureKind = 'full' | 'unavailable' | 'io'

/**
 * The store could not do its part. The outcome of a commit that failed so is "not done" for `full`,
 * else unknown.
 */
export class StoreFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreFailure'
    this.kind = kind
  }
}
