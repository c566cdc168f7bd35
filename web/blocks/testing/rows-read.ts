import { plainReports } from '#shared/reports/site-reports.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { tables } from '#shared/registry.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'

/** Rows by the name of their table, for tests of loads and pages. */
export type Rows = Readonly<Record<string, readonly Row[]>>

/** A memory store with these rows in it; nothing is permitted. */
export function rowsRead(rows: Rows): Read {
  const tx = memoryTransaction()
  const filled = Promise.all(tables.flatMap((table) => (rows[table.name] ?? []).map((row) => tx.put(table, row))))
  return {
    get: async (table, id) => (await filled, tx.get(table, id)),
    getMany: async (table, ids) => (await filled, tx.getMany(table, ids)),
    list: async (query) => (await filled, tx.list(query)),
    count: async (query) => (await filled, tx.count(query)),
  }
}

/** As a device reads: it has no tables but its own, and fails at others. */
export function deviceRead(rows: Rows): Read {
  const read = rowsRead(rows)
  const onDevice = <R extends Row>(table: Table<R>): Table<R> => {
    if (!table.isOnDevices) throw new Error(`${table.name} is not on devices`)
    return table
  }
  return {
    get: async (table, id) => read.get(onDevice(table), id),
    getMany: async (table, ids) => read.getMany(onDevice(table), ids),
    list: async (query) => (onDevice(query.table), read.list(query)),
    count: async (query) => (onDevice(query.table), read.count(query)),
  }
}

export const testSite = {
  name: 'Test site',
  tagline: 'For tests',
  origin: 'https://example.org',
  build: 'b',
  hasDevInbox: false,
  reports: plainReports,
}

/**
 * Bodies are drawn as `<p data-prefix="PREFIX">` with the JSON's words, escaped by whoever shows
 * them.
 */
export function testPageData(rows: Rows, over: Partial<PageData> = {}): PageData {
  return {
    read: rowsRead(rows),
    viewer: visitor,
    isGone: async () => false,
    now: Date.UTC(2026, 10, 21),
    site: testSite,
    html: (_doc, { idPrefix, trusted }) => `<p data-prefix="${idPrefix}" data-trusted="${trusted}">words</p>`,
    markdown: () => 'Typed *words*.',
    own: null,
    form: null,
    ...over,
  }
}
