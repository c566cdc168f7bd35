import type { Row, Table } from './table.ts'

export type Value = string | number | boolean

/** A query is a value: it names its index, so that neither side can scan a table by accident. */
export interface Query<R extends Row = Row> {
  readonly table: Table<R>
  /** One of the table's declared indexes. */
  readonly index: readonly string[]
  /** Values of the leading fields of the index. */
  readonly equals: readonly Value[]
  /**
   * Range on the field after those: from (inclusive) until (exclusive). Rows with null there are
   * outside any range.
   */
  readonly from?: number | string
  readonly until?: number | string
  readonly order: 'ascending' | 'descending'
  readonly limit: number
  readonly offset?: number
}

/** @throws TypeError when the table declares no such index. */
export function defineQuery<R extends Row>(query: Query<R>): Query<R> {
  const declared = query.table.indexes.some(
    (index) => index.length === query.index.length && index.every((field, at) => field === query.index[at]),
  )
  if (!declared) throw new TypeError(`${query.table.name} declares no index [${query.index.join(', ')}]`)
  if (query.equals.length > query.index.length) throw new TypeError('more values than indexed fields')
  return query
}

/**
 * The name under which a list is remembered by caches: all queries on one table with one leading
 * part share it.
 */
export function listKey(table: string, index: readonly string[], equals: readonly Value[]): string {
  const pairs = equals.map((value, at) => `${index[at] ?? ''}=${String(value)}`)
  return `${table}?${pairs.join('&')}`
}

/**
 * Every list key that a row's coming, going or changing may affect: one for each leading part of
 * each index.
 */
export function listKeysOf(table: Table, row: Row): readonly string[] {
  const keys = new Set<string>([listKey(table.name, [], [])])
  const fields = row as unknown as Readonly<Record<string, Value | null | undefined>>
  for (const index of table.indexes) {
    for (let length = 1; length <= index.length; length += 1) {
      const values = index.slice(0, length).map((field) => fields[field])
      if (values.some((value) => value === null || value === undefined)) break
      keys.add(listKey(table.name, index, values as readonly Value[]))
    }
  }
  return [...keys]
}
