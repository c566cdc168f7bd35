import type { PageData } from '#shared/pages/page-data.ts'
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { visitor } from '#shared/kernel/viewer.ts'

/** Rows by the name of their table, for tests of loads and pages. */
export type Rows = Readonly<Record<string, readonly Row[]>>

/** Reads from arrays: indexes, ranges, order and limits as a store has them; nothing is gated. */
export function rowsRead(rows: Rows): Read {
  // A test puts each table's own rows under its name.
  const all = <R extends Row>(table: Table<R>) => (rows[table.name] ?? []) as readonly R[]
  const listed = <R extends Row>(query: Query<R>): readonly R[] => {
    const value = (row: R, field: string | undefined) => (row as unknown as Readonly<Record<string, string | number | boolean | null>>)[field ?? 'id'] ?? null
    const ranged = query.index[query.equals.length]
    const found = all(query.table).filter((row) => {
      if (!query.equals.every((wanted, at) => value(row, query.index[at]) === wanted)) return false
      const inRange = value(row, ranged)
      if (query.from !== undefined && (inRange === null || inRange < query.from)) return false
      return query.until === undefined || (inRange !== null && inRange < query.until)
    })
    const sign = query.order === 'ascending' ? 1 : -1
    return found.toSorted((a, b) => {
      for (const field of [...query.index, 'id']) {
        const [left, right] = [value(a, field) ?? '', value(b, field) ?? '']
        if (left !== right) return left < right ? -sign : sign
      }
      return 0
    })
  }
  return {
    get: async (table, id) => all(table).find((row) => row.id === id),
    getMany: async (table, ids) => {
      const byId = new Map(all(table).map((row) => [row.id, row]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    list: async (query) => listed(query).slice(query.offset ?? 0, (query.offset ?? 0) + query.limit),
    count: async (query) => listed(query).length,
  }
}

export const testSite = { name: 'Test site', tagline: 'For tests', origin: 'https://example.org', build: 'b', hasDevInbox: false }

/** Bodies are drawn as `<p data-prefix="PREFIX">` with the JSON's words, escaped by whoever shows them. */
export function testPageData(rows: Rows, over: Partial<PageData> = {}): PageData {
  return {
    read: rowsRead(rows),
    viewer: visitor,
    now: Date.UTC(2026, 10, 21),
    site: testSite,
    html: (_doc, { idPrefix, trusted }) => `<p data-prefix="${idPrefix}" data-trusted="${trusted}">words</p>`,
    markdown: () => 'Typed *words*.',
    own: null,
    form: null,
    ...over,
  }
}
