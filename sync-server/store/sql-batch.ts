/**
 * One write transaction over either engine: rows are written as they come, the journal at the end.
 * Relies on batches being serial (SQLite's write lock; on PostgreSQL a lock on the sequencer's row
 * from the first statement on), so a check before a write is exact. The sequencer moves in the last
 * step, so `seq` has no holes and follows the order of commits.
 */
import { AppError } from '#shared/kernel/errors.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { columnOf, columnValues, isStorable } from './columns.ts'
import { pruneEntries } from './journal.ts'
import { StoreFailure } from './port.ts'
import type { Batch, StoreTransaction } from './port.ts'
import { numberOf, textOf, textOrNull } from './session.ts'
import type { Session, SqlRow, SqlValue } from './session.ts'
import { sqlRead } from './sql-read.ts'
import type { Reading } from './sql-read.ts'
import { entriesOf, keyOf, Touches } from './touches.ts'
import type { State } from './touches.ts'

export interface OpenBatch extends Batch {
  /** Writes what the batch owes the journal; the caller commits next. */
  finish(): Promise<void>
  /** To be called once the commit is on disk. */
  announce(): void
}

export function openBatch(session: Session, reading: Reading): OpenBatch {
  const { statements, journal } = reading
  const touches = new Touches()
  /**
   * Rows as they were before this batch, of those that it has looked at: nobody else writes while
   * it lasts, so none is asked for twice.
   */
  const found = new Map<string, StoredRow>()
  const listeners: ((seq: number) => void)[] = []
  let depth = 0
  let position = 0
  /**
   * Said with the next savepoint, and not at all before the commit, which ends them all: each word
   * of its own is one more way to the database and back.
   */
  let pending = ''

  async function rowAt(table: Table, id: string): Promise<StoredRow> {
    const touch = touches.at(table, id)
    if (touch !== undefined) return { version: touch.version, state: touch.after }
    const key = keyOf(table, id)
    const known = found.get(key)
    if (known !== undefined) return known
    const [row] = await session.all(statements.current(table), { id })
    const stored = row === undefined ? neverThere : { version: numberOf(row, 'version'), state: stateOf(row) }
    if (found.size >= maxFound) found.clear()
    found.set(key, stored)
    return stored
  }

  async function change<R extends Row>(table: Table<R>, id: string, row: R | undefined): Promise<void> {
    const { version: earlier, state: before } = await rowAt(table, id)
    const after = row === undefined ? undefined : { scope: table.scope(row), shape: table.shape(row), body: JSON.stringify(row) }
    // Nothing changed: no new version, nothing for anybody to fetch.
    if (before?.body === after?.body && before?.scope === after?.scope && before?.shape === after?.shape) return
    // Nobody follows a table without a journal, so nobody needs to be told: its rows go for good.
    if (after === undefined && !table.journal) {
      touches.add({ table, id, before, after, version: neverThere.version })
      await session.all(statements.erase(table), { id })
      return
    }
    const version = earlier + 1
    const columns = row === undefined ? emptyColumns(table) : columnValues(table, row)
    if (row !== undefined) await requireUnique(table, row, columns, before)
    // Before it is said to the engine: whoever asks for the row meanwhile sees what it is to be.
    touches.add({ table, id, before, after, version })
    await session.all(statements.upsert(table), {
      id,
      seq: 0,
      version,
      scope: after?.scope ?? before?.scope ?? '',
      shape: after?.shape ?? null,
      deleted: after === undefined ? 1 : 0,
      body: after?.body ?? '',
      ...columns,
    })
  }

  async function requireUnique(table: Table, row: Row, columns: Record<string, SqlValue>, before: State | undefined): Promise<void> {
    if (table.unique.length === 0) return
    // The body is this table's row: it was put as one.
    const earlier = before === undefined ? undefined : columnValues(table, JSON.parse(before.body) as Row)
    for (const key of table.unique) {
      const names = key.map(columnOf)
      if (names.some((name) => columns[name] === null)) continue
      if (earlier !== undefined && names.every((name) => columns[name] === earlier[name])) continue
      const [holder] = await session.all(statements.holder(table, key), { ...columns, id: row.id })
      if (holder !== undefined) throw new AppError('taken', { field: key[0], message: `${table.name}.${key.join('+')} is taken` })
    }
  }

  const tx: StoreTransaction = {
    ...sqlRead(session, reading),
    async get<R extends Row>(table: Table<R>, id: string) {
      if (!isStorable(id)) return undefined
      const { state } = await rowAt(table, id)
      // What stands in a table was put there as this table's row. Made anew for each who asks:
      // nobody sees what another does to it.
      return state === undefined ? undefined : (JSON.parse(state.body) as R)
    },
    async put(table, row) {
      if (!isStorable(row.id)) throw new AppError('invalid', { field: 'id', message: `${table.name}.id: NUL or lone surrogate` })
      await change(table, row.id, row)
    },
    async delete(table, id) {
      if (isStorable(id)) await change(table, id, undefined)
    },
  }

  return {
    tx,

    async savepoint(work) {
      depth += 1
      const name = `s${depth}`
      const moment = touches.moment()
      const heard = listeners.length
      await session.run(`${pending}savepoint ${name}`)
      pending = ''
      try {
        const value = await work()
        // With all within it.
        pending = `release savepoint ${name}; `
        return value
      } catch (error) {
        pending = ''
        // After a failure of the engine the transaction itself is gone.
        if (!(error instanceof StoreFailure)) await session.run(`rollback to savepoint ${name}; release savepoint ${name}`)
        touches.backTo(moment)
        listeners.length = heard
        throw error
      } finally {
        depth -= 1
      }
    },

    afterCommit(listen) {
      listeners.push(listen)
    },

    moment: () => touches.moment(),

    shapesSince: (moment) => touches.shapesSince(moment),

    async pruneJournal(keep, atMost) {
      found.clear()
      const { before, floor } = await pruneEntries(session, journal, keep, atMost)
      if (floor > before) for (const table of reading.shaped) await session.all(statements.eraseTombstones(table), { floor })
      return floor - before
    },

    async finish() {
      const touched = touches.all().map((touch) => ({ touch, entries: entriesOf(touch) }))
      const entries = touched.flatMap((one) => one.entries)
      const [sequencer] = await session.all(journal.advance, { by: entries.length })
      position = numberOf(sequencer, 'seq')
      let next = position - entries.length
      const placesByTable = new Map<Table, { id: string; seq: number }[]>()
      for (const { touch, entries: own } of touched) {
        next += own.length
        const places = placesByTable.get(touch.table) ?? []
        // What left nothing behind has no place.
        if (touch.after === undefined && !touch.table.journal) continue
        placesByTable.set(touch.table, places)
        places.push({ id: touch.id, seq: own.length === 0 ? position : next })
      }
      if (entries.length > 0) {
        const first = position - entries.length + 1
        const rows = entries.map((entry, at) => ({ ...entry, seq: first + at, keys: JSON.stringify(entry.keys) }))
        await session.all(journal.append, { rows: JSON.stringify(rows) })
      }
      for (const [table, places] of placesByTable) await session.all(statements.place(table), { places: JSON.stringify(places) })
    },

    announce() {
      for (const listen of listeners) listen(position)
    },
  }
}

interface StoredRow {
  /** 0: it was never there. */
  readonly version: number
  readonly state: State | undefined
}

/**
 * A batch that walks through more than that (an import) begins anew: every row can be asked for
 * again.
 */
const maxFound = 2_000
const neverThere: StoredRow = { version: 0, state: undefined }

function stateOf(row: SqlRow): State | undefined {
  if (numberOf(row, 'deleted') === 1) return undefined
  return { scope: textOf(row, 'scope'), shape: textOrNull(row, 'shape'), body: textOf(row, 'body') }
}

/** A tombstone holds no unique key and stands in no index. */
function emptyColumns(table: Table): Record<string, SqlValue> {
  return Object.fromEntries(Object.keys(table.columns).map((field) => [columnOf(field), null]))
}
