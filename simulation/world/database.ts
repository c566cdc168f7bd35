/**
 * The server's store in memory, behind the port that SQLite and PostgreSQL stand behind. Its state
 * is immutable: a commit makes the next one, a snapshot or a backup is a reference to an old one,
 * and what a crash takes is whatever was not yet the state. It passes the product's own contract
 * for stores (database.test.ts), and it can do what no disk does on demand: die right before or
 * right after a commit, be full, be slow.
 */
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { StoreFailure } from '#server/store/port.ts'
import type { Batch, Journal, JournalRow, Store } from '#server/store/port.ts'
import { columnValues, isStorable } from '#server/store/columns.ts'
import type { Touch } from '#server/store/touches.ts'
import { entriesOf, Touches } from '#server/store/touches.ts'
import { requireUnique } from './memory-rows.ts'
import type { Cell, Cells, Note, State } from './state.ts'
import { readOf } from './reading.ts'
import type { Life } from './life.ts'
import type { Random } from './random.ts'

interface Turn {
  readonly life: Life
  work(): Promise<void>
}

export type NoteOf = (table: string, row: Row) => Note | undefined

export interface DatabaseFaults {
  /** Chance that a commit ends the process just before it, or just after it. */
  readonly diesAtCommit: number
  /** Chance that a batch is run twice, as PostgreSQL asks for now and then. */
  readonly runsTwice: number
  /** Chance that the store cannot be reached by who wants to read. */
  readonly failsToRead: number
}

export const noFaults: DatabaseFaults = { diesAtCommit: 0, runsTwice: 0, failsToRead: 0 }

export function emptyState(tables: readonly Table[]): State {
  return {
    tables: new Map(tables.map((table) => [table.name, new Map()])),
    position: 0,
    floor: 0,
    journal: [],
    cursors: new Map(),
    epoch: 'epoch-0',
    notes: [],
  }
}

export class Database {
  state: State
  /** While true every commit fails for want of room. */
  isFull = false
  faults = noFaults
  /** Hears every state that became the present one. */
  readonly onState: ((state: State) => void)[] = []
  protected readonly tables: readonly Table[]
  protected readonly random: Random
  protected readonly noteOf: NoteOf
  #epochs = 0
  #queue: Turn[] = []
  #isBusy = false

  /** @param noteOf what is to be noted down of a row that is written. */
  constructor(tables: readonly Table[], random: Random, noteOf: NoteOf = () => undefined) {
    this.tables = tables
    this.random = random
    this.noteOf = noteOf
    this.state = emptyState(tables)
  }

  /**
   * Everything as it was when this state was the present one; `newEpoch` as the operator's command
   * gives it.
   */
  restore(backup: State): void {
    this.become({ ...backup, epoch: this.nextEpoch() })
  }

  nextEpoch(): string {
    this.#epochs += 1
    return `epoch-${this.#epochs}`
  }

  become(state: State): void {
    this.state = state
    for (const hear of this.onState) hear(state)
  }

  /** The store as one process sees it. */
  open(life: Life): Store {
    const meta = { epoch: this.state.epoch, schema: 0, migrations: [] }
    return {
      meta,
      read: async (work) => {
        await life.step()
        this.requireReachable()
        return work(readOf(this.tables, this.state, life))
      },
      write: (work) => this.write(life, work),
      journal: this.journalOf(life),
      clock: () => life.now,
      renewEpoch: async () => {
        await life.step()
        this.become({ ...this.state, epoch: this.nextEpoch() })
        return this.state.epoch
      },
      close: async () => undefined,
    }
  }

  /** @param life whose look it is; null: of nobody who could die. */
  protected journalOf(life: Life | null): Journal {
    const present = async <T>(look: (state: State) => T): Promise<T> => {
      await life?.step()
      if (life !== null) this.requireReachable()
      return look(this.state)
    }
    return {
      position: () => present((state) => state.position),
      since: (seq, limit) => present((state) => entriesAfter(state, seq).slice(0, limit)),
      ofShape: (shape, seq, limit) =>
        present((state) =>
          entriesAfter(state, seq)
            .filter((entry) => entry.shape === shape)
            .slice(0, limit),
        ),
      cursor: (consumer) => present((state) => state.cursors.get(consumer) ?? 0),
      moveCursor: (consumer, seq) =>
        present(({ cursors }) => {
          this.state = { ...this.state, cursors: new Map(cursors).set(consumer, Math.max(seq, cursors.get(consumer) ?? 0)) }
        }),
      cursors: () => present((state) => state.cursors),
    }
  }

  /** @throws StoreFailure now and then */
  protected requireReachable(): void {
    const { failsToRead } = this.faults
    if (failsToRead > 0 && this.random.chance(failsToRead)) throw new StoreFailure('unavailable', 'the store cannot be reached')
  }

  protected write<T>(life: Life, work: (batch: Batch) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ life, work: () => this.batch(life, work).then(resolve, reject) })
      this.#next()
    })
  }

  /** One batch at a time, of whichever process; one whose process ends is undone and makes room. */
  #next(): void {
    if (this.#isBusy) return
    const turn = this.#queue.shift()
    if (turn === undefined) return
    if (turn.life.isOver) return this.#next()
    this.#isBusy = true
    let isDone = false
    const done = (): void => {
      if (isDone) return
      isDone = true
      this.#isBusy = false
      this.#next()
    }
    turn.life.onEnd(done)
    void turn.work().finally(done)
  }

  protected async batch<T>(life: Life, work: (batch: Batch) => Promise<T>): Promise<T> {
    await life.step()
    if (this.random.chance(this.faults.runsTwice))
      await work(openBatch(this.tables, this.state, life, this.noteOf).batch).catch(() => undefined)
    const { batch, finish, listeners } = openBatch(this.tables, this.state, life, this.noteOf)
    const value = await work(batch)
    const dies = await this.mayCommit(life)
    this.become(finish(this.state))
    if (dies) life.end()
    await life.step()
    for (const listen of listeners) listen(this.state.position)
    return value
  }

  /**
   * What a disk may do to a batch that is to be committed. @returns whether the process ends right
   * after the commit
   */
  protected async mayCommit(life: Life): Promise<boolean> {
    await life.sleep(this.random.whole(0, 6))
    if (this.isFull) throw new StoreFailure('full', 'no room')
    const dies = this.random.chance(this.faults.diesAtCommit)
    if (dies && this.random.chance(0.5)) {
      life.end()
      await life.step()
    }
    return dies
  }
}

/** The journal has no holes, so a place in it is counted, not searched. */
function entriesAfter({ journal, floor }: State, seq: number): readonly JournalRow[] {
  return journal.slice(Math.max(0, seq - floor))
}

const notesOfTx = new WeakMap<Transaction, Note[]>()

/** Notes that are made with `tx` are these. */
export function noteWith(tx: Transaction, notes: Note[]): void {
  notesOfTx.set(tx, notes)
}

/** Remembers `note` with the batch that `tx` belongs to, if the batch is one of this store. */
export function noteDown(tx: Transaction, note: Note): void {
  notesOfTx.get(tx)?.push(note)
}

interface Opened {
  readonly batch: Batch
  finish(latest: State): State
  readonly listeners: readonly ((seq: number) => void)[]
  /** What was noted down of the batch so far. */
  readonly notes: Note[]
}

/** @param life whose batch it is; none: of nobody who could die. */
export function openBatch(tables: readonly Table[], base: State, life: Life | undefined, noteOf: NoteOf): Opened {
  const touches = new Touches()
  const listeners: ((seq: number) => void)[] = []
  const notes: Note[] = []
  const undo: (() => void)[] = []
  const copies = new Map<string, Map<string, Cell>>()
  // Tables are copied when first written; reads look through to the copies.
  const seen = new Map(base.tables)
  let pruned: Pick<State, 'journal' | 'floor'> | undefined
  const cellsOf = (name: string): Map<string, Cell> => {
    let own = copies.get(name)
    if (own === undefined) {
      own = new Map(base.tables.get(name))
      copies.set(name, own)
      seen.set(name, own)
    }
    return own
  }

  async function change<R extends Row>(table: Table<R>, id: string, row: R | undefined): Promise<void> {
    await life?.step()
    const cells = cellsOf(table.name)
    const old = cells.get(id)
    const isThere = old?.isDeleted === false
    const body = row === undefined ? '' : JSON.stringify(row)
    if (row === undefined ? !isThere : isThere && old.body === body) return
    if (row !== undefined) requireSound(table, row, cells)
    undo.push(() => (old === undefined ? cells.delete(id) : cells.set(id, old)))
    const before = isThere ? { scope: old.scope, shape: old.shape, body: old.body } : undefined
    const touch = (after: Touch['after'], version: number): void => {
      // Touches ask the table about its own rows alone.
      touches.add({ table: table as unknown as Table, id, before, after, version })
    }
    if (row === undefined && !table.journal) {
      cells.delete(id)
      touch(undefined, 0)
      return
    }
    const version = (old?.version ?? 0) + 1
    const scope = row === undefined ? (old?.scope ?? '') : table.scope(row)
    const shape = row === undefined ? null : table.shape(row)
    // What is stored is JSON's copy: nobody keeps a hand on it.
    const copy: Row = row === undefined ? { id } : freeze(JSON.parse(body))
    const note = noteOf(table.name, copy)
    if (note !== undefined) notes.push(note)
    cells.set(id, { row: copy, body, seq: 0, version, scope, shape, isDeleted: row === undefined })
    touch(row === undefined ? undefined : { scope, shape, body }, version)
  }

  const tx = {
    ...readOf(tables, { ...base, tables: seen }, life),
    put: <R extends Row>(table: Table<R>, row: R) => change(table, row.id, row),
    delete: <R extends Row>(table: Table<R>, id: string) => change(table, id, undefined),
  }
  noteWith(tx, notes)

  const batch: Batch = {
    tx,
    async savepoint(work) {
      const moment = { touch: touches.moment(), undo: undo.length, heard: listeners.length, notes: notes.length }
      await life?.step()
      try {
        const value = await work()
        await life?.step()
        return value
      } catch (error) {
        while (undo.length > moment.undo) undo.pop()?.()
        touches.backTo(moment.touch)
        listeners.length = moment.heard
        notes.length = moment.notes
        throw error
      }
    },
    afterCommit: (listen) => void listeners.push(listen),
    moment: () => touches.moment(),
    shapesSince: (moment) => touches.shapesSince(moment),
    async pruneJournal(keep, atMost) {
      await life?.step()
      const least = Math.min(base.position - keep, ...base.cursors.values())
      const floor = Math.max(base.floor, Math.min(least, base.floor + atMost))
      pruned = { floor, journal: base.journal.slice(floor - base.floor) }
      for (const table of tables) {
        for (const [id, cell] of base.tables.get(table.name) ?? []) {
          if (cell.isDeleted && cell.seq <= floor && cellsOf(table.name).get(id) === cell) cellsOf(table.name).delete(id)
        }
      }
      return floor - base.floor
    },
  }

  return {
    batch,
    listeners,
    notes,
    finish(latest) {
      let position = base.position
      const journal: JournalRow[] = []
      const placed: (() => void)[] = []
      for (const touch of touches.all()) {
        for (const entry of entriesOf(touch)) {
          position += 1
          journal.push({ ...entry, seq: position })
        }
        const seq = position
        const hasPlace = touch.table.journal && entriesOf(touch).length > 0
        placed.push(() => {
          const cells = cellsOf(touch.table.name)
          const cell = cells.get(touch.id)
          if (cell !== undefined) cells.set(touch.id, { ...cell, seq: hasPlace ? seq : position })
        })
      }
      for (const place of placed) place()
      const kept = pruned ?? base
      return {
        ...latest,
        tables: new Map([...base.tables, ...copies]),
        position,
        floor: kept.floor,
        journal: journal.length === 0 ? kept.journal : [...kept.journal, ...journal],
        notes: notes.length === 0 ? base.notes : [...base.notes, ...notes],
      }
    },
  }
}

/**
 * @throws AppError as the SQL stores do, for text that not every engine keeps alike and for keys
 *   that are in use.
 */
function requireSound<R extends Row>(table: Table<R>, row: R, cells: Cells): void {
  if (!isStorable(row.id)) throw new AppError('invalid', { field: 'id' })
  // The declaration's columns are fields of its own rows.
  columnValues(table as unknown as Table, row)
  requireUnique(table, row, cells)
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(value)) freeze(each)
  return Object.freeze(value)
}
