import { AppError } from '../kernel/errors.ts'
import type { Query } from '../kernel/query.ts'
import { fieldOf, inOrder, requireStorable, matches } from '../kernel/rows.ts'
import type { Row, Table } from '../kernel/table.ts'
import type { Read, Transaction } from '../kernel/transaction.ts'

/**
 * JSON of live rows by id, by table: rows are copied in and out, so that no test shares an object
 * with the store.
 */
type Bodies = Map<string, Map<string, string>>

/** One endless transaction over an empty memory, for tests of mutations. */
export function memoryTransaction(): Transaction {
  return transactionOver(new Map(), () => undefined)
}

/** Passes the store contract: snapshots, savepoints, serial writes. Keeps no journal. */
export function memoryStore(tables: readonly Table[]) {
  let committed: Bodies = new Map(tables.map((table) => [table.name, new Map<string, string>()]))
  let last: Promise<unknown> = Promise.resolve()

  async function batch<T>(work: (batch: MemoryBatch) => Promise<T>): Promise<T> {
    const bodies = copy(committed)
    const undo: (() => void)[] = []
    const tx = transactionOver(bodies, (step) => undo.push(step))
    const savepoint = async <U>(inner: () => Promise<U>): Promise<U> => {
      const moment = undo.length
      try {
        return await inner()
      } catch (error) {
        while (undo.length > moment) undo.pop()?.()
        throw error
      }
    }
    const value = await work({ tx, savepoint })
    committed = bodies
    return value
  }

  return {
    async read<T>(work: (read: Read) => Promise<T>): Promise<T> {
      return work(transactionOver(committed, () => undefined))
    },
    write<T>(work: (batch: MemoryBatch) => Promise<T>): Promise<T> {
      const turn = last.then(() => batch(work))
      last = turn.catch(() => undefined)
      return turn
    },
    /** Every row of every table as JSON, in the order of their ids. */
    everything(): string {
      return JSON.stringify([...committed].map(([name, rows]) => [name, [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    },
    async close(): Promise<void> {
      await last
    },
  }
}

export interface MemoryBatch {
  readonly tx: Transaction
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

function copy(bodies: Bodies): Bodies {
  return new Map([...bodies].map(([name, rows]) => [name, new Map(rows)]))
}

function transactionOver(bodies: Bodies, onChange: (undo: () => void) => void): Transaction {
  const rowsOf = (table: Table): Map<string, string> => {
    let rows = bodies.get(table.name)
    if (rows === undefined) bodies.set(table.name, (rows = new Map()))
    return rows
  }
  const all = <R extends Row>(table: Table<R>): R[] => [...rowsOf(table).values()].map((body) => parsed<R>(body))
  const set = (table: Table, id: string, body: string | undefined) => {
    const rows = rowsOf(table)
    const before = rows.get(id)
    onChange(() => (before === undefined ? rows.delete(id) : rows.set(id, before)))
    if (body === undefined) rows.delete(id)
    else rows.set(id, body)
  }

  return {
    async get<R extends Row>(table: Table<R>, id: string) {
      const body = rowsOf(table).get(id)
      return body === undefined ? undefined : parsed<R>(body)
    },
    async getMany<R extends Row>(table: Table<R>, ids: readonly string[]) {
      const found = ids.map((id) => rowsOf(table).get(id))
      return found.filter((body) => body !== undefined).map((body) => parsed<R>(body))
    },
    async list<R extends Row>(query: Query<R>) {
      return inOrder(
        query,
        all(query.table).filter((row) => matches(query, row)),
      )
    },
    async count(query) {
      return all(query.table).filter((row) => matches(query, row)).length
    },
    async put(table, row) {
      requireStorable(table, row)
      for (const key of table.unique) {
        const values = key.map((field) => fieldOf(row, field))
        if (values.includes(null)) continue
        const holder = all(table).find((other) => other.id !== row.id && key.every((field, at) => fieldOf(other, field) === values[at]))
        if (holder !== undefined) throw new AppError('taken', { field: key[0] })
      }
      set(table, row.id, JSON.stringify(row))
    },
    async delete(table, id) {
      set(table, id, undefined)
    },
  }
}

function parsed<R extends Row>(body: string): R {
  // Put as a row of this table.
  return JSON.parse(body) as R
}
