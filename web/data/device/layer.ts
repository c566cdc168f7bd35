import { AppError } from '#shared/kernel/errors.ts'
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read, Transaction } from '#shared/kernel/transaction.ts'
import { fieldOf, inOrder, requireStorable, matches } from '#shared/kernel/rows.ts'
import { plain, plainQuery } from './row-cache.ts'

/** A row as a mutation leaves it; `null`: deleted. */
export interface Written {
  readonly table: Table
  readonly id: string
  readonly row: Row | null
}

export interface Layer {
  readonly tx: Transaction
  /** By `table/id`. */
  readonly writes: ReadonlyMap<string, Written>
  /** What it depended on: `table/id` of each row asked for, `table/*` for lists. */
  readonly reads: ReadonlySet<string>
}

export const rowKey = (table: string, id: string): string => `${table}/${id}`
export const listsKey = (table: string): string => `${table}/*`

/** A transaction in memory over what `base` shows; nothing of it reaches `base`. */
export function layer(base: Read): Layer {
  const writes = new Map<string, Written>()
  const reads = new Set<string>()
  const over = overRows(base, {
    row: (table, id) => writes.get(rowKey(table, id)),
    all: (table) => [...writes.values()].filter((written) => written.table.name === table),
  })
  const tx: Transaction = {
    get(table, id) {
      reads.add(rowKey(table.name, id))
      return over.get(table, id)
    },
    getMany(table, ids) {
      for (const id of ids) reads.add(rowKey(table.name, id))
      return over.getMany(table, ids)
    },
    list(query) {
      reads.add(listsKey(query.table.name))
      return over.list(query)
    },
    count(query) {
      reads.add(listsKey(query.table.name))
      return over.count(query)
    },
    async put(table, row) {
      requireStorable(plain(table), row)
      await requireUnique(over, table, row)
      writes.set(rowKey(table.name, row.id), { table: plain(table), id: row.id, row })
    },
    async delete(table, id) {
      writes.set(rowKey(table.name, id), { table: plain(table), id, row: null })
    },
  }
  return { tx, writes, reads }
}

export interface WrittenRows {
  row(table: string, id: string): Written | undefined
  all(table: string): readonly Written[]
}

/** `base` with some rows in the place of its own. */
export function overRows(base: Read, written: WrittenRows): Read {
  async function getMany<R extends Row>(table: Table<R>, ids: readonly string[]): Promise<readonly R[]> {
    const above = new Map<string, Written>()
    for (const id of ids) {
      const entry = written.row(table.name, id)
      if (entry !== undefined) above.set(id, entry)
    }
    if (above.size === 0) return base.getMany(table, ids)
    const below = await base.getMany(
      table,
      ids.filter((id) => !above.has(id)),
    )
    const belowById = new Map(below.map((row) => [row.id, row]))
    // What was written under a table's name is a row of it.
    const rows = ids.map((id) => (above.has(id) ? (above.get(id)?.row as R | null) : belowById.get(id)))
    return rows.filter((row) => row !== undefined && row !== null)
  }
  return {
    getMany,
    async get(table, id) {
      return (await getMany(table, [id]))[0]
    },
    async list<R extends Row>(query: Query<R>) {
      const all = written.all(query.table.name)
      if (all.length === 0) return base.list(query)
      // Enough of the base that what is covered here cannot leave a hole.
      const below = await base.list({ ...query, offset: 0, limit: (query.offset ?? 0) + query.limit + all.length })
      const covered = new Set(all.map(({ id }) => id))
      const above = all.flatMap(({ row }) => (row !== null && matches(plainQuery(query), row) ? [row as R] : []))
      return inOrder(query, [...below.filter((row) => !covered.has(row.id)), ...above])
    },
    async count(query) {
      const all = written.all(query.table.name)
      const fits = (row: Row | null) => row !== null && matches(plainQuery(query), row)
      const covered = await base.getMany(
        query.table,
        all.map(({ id }) => id),
      )
      const less = covered.filter(fits).length
      return (await base.count(query)) - less + all.filter(({ row }) => fits(row)).length
    },
  }
}

/** @throws AppError 'taken' as the server's stores do. */
async function requireUnique<R extends Row>(read: Read, table: Table<R>, row: R): Promise<void> {
  for (const key of table.unique) {
    const values = key.map((field) => fieldOf(row, field))
    if (values.includes(null)) continue
    const index = table.indexes.find((fields) => key.every((field, at) => fields[at] === field)) ?? key
    // Not by `defineQuery`: unique keys have an index on devices, but are no index of the product's
    // queries.
    const query: Query<R> = { table, index, equals: values.filter((value) => value !== null), order: 'ascending', limit: 2 }
    const holders = await read.list(query)
    if (holders.some((holder) => holder.id !== row.id)) throw new AppError('taken', { field: key[0] })
  }
}
