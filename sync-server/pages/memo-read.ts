import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { rowKey } from './recorded-read.ts'

/**
 * A reader over one snapshot that asks the store once for each row: the read policies of a thread's
 * thousand comments all look at one post. Only for work that writes nothing.
 */
export function memoRead(read: Read): Read {
  const seen = new Map<string, Row | undefined>()
  const get = async <R extends Row>(table: Table<R>, id: string): Promise<R | undefined> => {
    const key = rowKey(table.name, id)
    if (!seen.has(key)) seen.set(key, await read.get(table, id))
    // Stored under the name of this very table.
    return seen.get(key) as R | undefined
  }
  return {
    get,
    async getMany<R extends Row>(table: Table<R>, ids: readonly string[]): Promise<readonly R[]> {
      const missing = ids.filter((id) => !seen.has(rowKey(table.name, id)))
      const found = missing.length === 0 ? [] : await read.getMany(table, missing)
      // Only now: whoever asks for one of them meanwhile must not take it for absent.
      for (const id of missing) seen.set(rowKey(table.name, id), undefined)
      for (const row of found) seen.set(rowKey(table.name, row.id), row)
      return ids.flatMap((id) => (seen.get(rowKey(table.name, id)) as R | undefined) ?? [])
    },
    list: (query) => read.list(query),
    count: (query) => read.count(query),
  }
}
