/**
 * Confirmed rows in memory: the same object for a row as long as it is unchanged, so that nothing
 * is drawn again for nothing. Lists go over ids in the index and take their rows from here. What a
 * write changed is read again when it is next asked for. Hints (rows known from a page only) lie
 * under the confirmed ones.
 */
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { inOrder, matches } from '#shared/kernel/rows.ts'
import { isSameJson } from '#shared/kernel/same.ts'

export interface RowSource {
  getMany<R extends Row>(table: Table<R>, ids: readonly string[]): Promise<readonly R[]>
  ids<R extends Row>(query: Query<R>): Promise<readonly string[]>
  count<R extends Row>(query: Query<R>): Promise<number>
}

export interface RowCache extends Read {
  /** These have changed underneath, or have gone. */
  forgetRows(rows: readonly (readonly [kind: string, id: string])[]): void
  hint<R extends Row>(table: Table<R>, row: R): void
  /**
   * Hints for those of them of which no row is confirmed. @returns those of which nothing was known
   * at all.
   */
  hintUnconfirmed(rows: readonly KnownRow[]): Promise<readonly KnownRow[]>
  /** Every row that has been read or hinted at. */
  known(): readonly KnownRow[]
  clear(): void
}

export interface KnownRow {
  readonly table: Table
  readonly row: Row
}

interface Held {
  /** `undefined`: known to be absent. */
  row: Row | undefined
  /** To be read again; the old object stays the row if it turns out to be the same. */
  isStale: boolean
}

/** A thread is some thousands; what a session has seen and left is not kept for ever. */
const maxRows = 50_000

export function createRowCache(source: RowSource): RowCache {
  const held = new Map<string, Held>()
  const hints = new Map<string, Map<string, Row>>()
  const tables = new Map<string, Table>()
  const waiting = new Map<string, { readonly table: Table; readonly ids: Set<string>; readonly done: Promise<void> }>()
  /** Loads on their way, each with what has changed since it began. */
  const loads = new Set<Set<string>>()

  const keyOf = (kind: string, id: string): string => `${kind}/${id}`

  /** Everything that is asked for at once is read in one transaction. */
  function load(table: Table, ids: readonly string[]): Promise<void> {
    tables.set(table.name, table)
    const joined = waiting.get(table.name)
    if (joined !== undefined) {
      for (const id of ids) joined.ids.add(id)
      return joined.done
    }
    const wanted = new Set(ids)
    const done = Promise.resolve().then(async () => {
      waiting.delete(table.name)
      const spoiled = new Set<string>()
      loads.add(spoiled)
      try {
        const rows = new Map((await source.getMany(table, [...wanted])).map((row) => [row.id, row]))
        if (held.size > maxRows) held.clear()
        for (const id of wanted) keep(keyOf(table.name, id), rows.get(id), spoiled)
      } finally {
        loads.delete(spoiled)
      }
    })
    waiting.set(table.name, { table, ids: wanted, done })
    return done
  }

  function keep(key: string, row: Row | undefined, spoiled: ReadonlySet<string>): void {
    const before = held.get(key)
    const isSame = before?.row !== undefined && row !== undefined && isEqual(before.row, row)
    held.set(key, { row: isSame ? before.row : row, isStale: spoiled.has(key) })
  }

  async function confirmedMany(table: Table, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const missing = ids.filter((id) => held.get(keyOf(table.name, id))?.isStale !== false)
    if (missing.length > 0) await load(table, missing)
    const found = new Map<string, Row>()
    for (const id of ids) {
      const row = held.get(keyOf(table.name, id))?.row
      if (row !== undefined) found.set(id, row)
    }
    return found
  }

  async function getMany<R extends Row>(table: Table<R>, ids: readonly string[]): Promise<readonly R[]> {
    const confirmed = await confirmedMany(plain(table), ids)
    const rows = ids.map((id) => confirmed.get(id) ?? hints.get(table.name)?.get(id))
    // What stands under a table's name is a row of it.
    return rows.filter((row) => row !== undefined) as readonly Row[] as readonly R[]
  }

  /** Hints of the query that no confirmed row covers. */
  async function hinted(query: Query): Promise<readonly Row[]> {
    const fitting = [...(hints.get(query.table.name)?.values() ?? [])].filter((row) => matches(query, row))
    if (fitting.length === 0) return fitting
    const ids = fitting.map((row) => row.id)
    const confirmed = await confirmedMany(query.table, ids)
    return fitting.filter((row) => !confirmed.has(row.id))
  }

  function hint<R extends Row>(table: Table<R>, row: R): void {
    tables.set(table.name, plain(table))
    const rows = hints.get(table.name) ?? new Map<string, Row>()
    hints.set(table.name, rows)
    const before = rows.get(row.id)
    if (before === undefined || !isEqual(before, row)) rows.set(row.id, row)
  }

  return {
    getMany,
    get: async (table, id) => (await getMany(table, [id]))[0],
    async list<R extends Row>(query: Query<R>) {
      const more = (await hinted(plainQuery(query))) as readonly Row[] as readonly R[] // hints of the query's own table
      if (more.length === 0) return getMany(query.table, await source.ids(query))
      const whole = { ...query, offset: 0, limit: (query.offset ?? 0) + query.limit }
      return inOrder(query, [...(await getMany(query.table, await source.ids(whole))), ...more])
    },
    count: async (query) => (await source.count(query)) + (await hinted(plainQuery(query))).length,
    forgetRows(rows) {
      for (const [kind, id] of rows) {
        const key = keyOf(kind, id)
        const before = held.get(key)
        if (before !== undefined) before.isStale = true
        for (const spoiled of loads) spoiled.add(key)
        hints.get(kind)?.delete(id)
      }
    },
    known() {
      const confirmed = [...held].flatMap(([key, { row }]) => {
        const table = tables.get(key.slice(0, key.indexOf('/')))
        return table === undefined || row === undefined ? [] : [{ table, row }]
      })
      const hinted = [...hints].flatMap(([name, rows]) => {
        const table = tables.get(name)
        return table === undefined ? [] : [...rows.values()].map((row) => ({ table, row }))
      })
      return [...hinted, ...confirmed]
    },
    hint,
    async hintUnconfirmed(rows) {
      const confirmed = await Promise.all(rows.map(async ({ table, row }) => (await confirmedMany(table, [row.id])).has(row.id)))
      const missing = rows.filter((_, at) => confirmed[at] === false)
      const news = missing.filter(({ table, row }) => hints.get(table.name)?.has(row.id) !== true)
      for (const { table, row } of missing) hint(table, row)
      return news
    },
    clear() {
      held.clear()
      hints.clear()
    },
  }
}

/** Rows are JSON; two of one table list their fields alike. */
export function isEqual(a: unknown, b: unknown): boolean {
  return a === b || isSameJson(a, b)
}

// A table of some rows, or a query over it, where only name and fields matter.
export const plain = (table: unknown): Table => table as Table
export const plainQuery = (query: unknown): Query => query as Query
