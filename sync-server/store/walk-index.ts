import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Store } from './port.ts'
import { defineQuery } from '#shared/kernel/query.ts'

/**
 * All rows of an index, a few at a time, each once, though others come and go meanwhile: those are
 * in the journal. Requests come in between.
 * @param field the number that the index orders by
 * @param from its rows of that number and later
 */
export async function* walkIndex<R extends Row>(
  store: Pick<Store, 'read'>,
  table: Table<R>,
  by: readonly string[],
  equals: readonly string[],
  field: keyof R & string,
  atOnce = 200,
  from = 0,
): AsyncGenerator<readonly R[]> {
  let since = from
  let offset = 0
  for (;;) {
    const query = defineQuery({ table, index: by, equals, from: since, offset, order: 'ascending', limit: atOnce })
    const rows = await store.read((read) => read.list(query))
    if (rows.length === 0) return
    yield rows
    const last = Number(rows.at(-1)?.[field] ?? 0)
    const atLast = rows.filter((row) => Number(row[field]) === last).length
    offset = last === since ? offset + atLast : atLast
    since = last
    await nextTurn()
  }
}
