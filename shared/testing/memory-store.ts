import { AppError } from '../kernel/errors.ts'
import type { Query, Value } from '../kernel/query.ts'
import type { Row, Table } from '../kernel/table.ts'
import type { Read, Transaction } from '../kernel/transaction.ts'

/** JSON of live rows by id, by table: rows are copied in and out, so that no test shares an object with the store. */
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
      const rows = all(query.table).filter((row) => matches(query, row))
      const order = [...query.index.slice(query.equals.length), 'id']
      const sign = query.order === 'ascending' ? 1 : -1
      rows.sort((a, b) => sign * compareBy(order, a, b))
      return rows.slice(query.offset ?? 0, (query.offset ?? 0) + query.limit)
    },
    async count(query) {
      return all(query.table).filter((row) => matches(query, row)).length
    },
    async put(table, row) {
      insistStorable(table, row)
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

function fieldOf(row: Row, field: string): Value | null {
  // Only indexed fields are asked for, and those are plain values by declaration.
  return (row as unknown as Readonly<Record<string, Value | null | undefined>>)[field] ?? null
}

/** As the SQL stores: indexed text holds no NUL and no half of a surrogate pair. */
function insistStorable(table: Table, row: Row): void {
  for (const field of ['id', ...Object.keys(table.columns)]) {
    const value = fieldOf(row, field)
    if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) throw new AppError('invalid', { field })
  }
}

export function matches({ index, equals, from, until }: Query, row: Row): boolean {
  if (!equals.every((value, at) => fieldOf(row, index[at] ?? '') === value)) return false
  if (from === undefined && until === undefined) return true
  const value = fieldOf(row, index[equals.length] ?? '')
  if (value === null) return false
  return (from === undefined || compare(value, from) >= 0) && (until === undefined || compare(value, until) < 0)
}

export function compareBy(fields: readonly string[], a: Row, b: Row): number {
  for (const field of fields) {
    const order = compare(fieldOf(a, field), fieldOf(b, field))
    if (order !== 0) return order
  }
  return 0
}

/** Null first, then by value; texts by code point, as databases compare UTF-8. */
function compare(a: Value | null, b: Value | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  return Number(a) - Number(b)
}

function compareTexts(a: string, b: string): number {
  const left = [...a]
  const right = [...b]
  const at = left.findIndex((character, index) => character !== right[index])
  if (at === -1) return left.length - right.length
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1)
}
