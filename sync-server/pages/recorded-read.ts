import type { Query } from '#shared/kernel/query.ts'
import type { Row } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { listKey } from '#shared/kernel/query.ts'

/**
 * The name by which the cache knows one row; absent rows have one too, so that a 404 goes when the
 * row comes.
 */
export function rowKey(table: string, id: string): string {
  return `${table}/${id}`
}

/**
 * A reader that notes in `keys` what was asked for. The rows of a list need no key of their own: a
 * change to any of them carries the list's key in its journal row (`listKeysOf`).
 */
export function recordedRead(read: Read, keys: Set<string>): Read {
  const noteList = (query: Query): void => {
    keys.add(listKey(query.table.name, query.index, query.equals))
  }
  return {
    get(table, id) {
      keys.add(rowKey(table.name, id))
      return read.get(table, id)
    },
    getMany(table, ids) {
      for (const id of ids) keys.add(rowKey(table.name, id))
      return read.getMany(table, ids)
    },
    list<R extends Row>(query: Query<R>) {
      noteList(query)
      return read.list(query)
    },
    count<R extends Row>(query: Query<R>) {
      noteList(query)
      return read.count(query)
    },
  }
}
