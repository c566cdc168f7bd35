import type { Query } from './query.ts'
import type { Row, Table } from './table.ts'
import type { Read } from './transaction.ts'
import type { Viewer } from './viewer.ts'

/**
 * The one way out for records: what this viewer may see of a row (the row, a copy with fields
 * stripped, or nothing). `read` is without read policies, for facts about the row's surroundings.
 */
export type ReadPolicy<R extends Row> = (row: R, viewer: Viewer, read: Read) => R | undefined | Promise<R | undefined>

export interface ReadPolicies {
  /** @throws TypeError for a table without a read policy: what has no read policy never leaves. */
  of<R extends Row>(table: Table<R>): ReadPolicy<R>
}

/**
 * A reader that shows only what `viewer` may see. A list may be shorter than its limit: hidden rows
 * are left out.
 */
export function permittedRead(read: Read, viewer: Viewer, policies: ReadPolicies): Read {
  const facts = remembering(read)
  const pass = async <R extends Row>(table: Table<R>, rows: readonly R[]): Promise<readonly R[]> => {
    const policy = policies.of(table)
    const seen = await Promise.all(rows.map((row) => policy(row, viewer, facts)))
    return seen.filter((row) => row !== undefined)
  }
  return {
    async get(table, id) {
      const row = await read.get(table, id)
      return row === undefined ? undefined : policies.of(table)(row, viewer, facts)
    },
    getMany: async (table, ids) => pass(table, await read.getMany(table, ids)),
    list: async <R extends Row>(query: Query<R>) => pass(query.table, await read.list(query)),
    count: (query) => read.count(query),
  }
}

/** Read policies ask for the same post once for every comment under it. */
function remembering(read: Read): Read {
  const asked = new Map<string, Promise<Row | undefined>>()
  return {
    ...read,
    get<R extends Row>(table: Table<R>, id: string): Promise<R | undefined> {
      const key = `${table.name}/${id}`
      const known = asked.get(key) ?? read.get(table, id)
      asked.set(key, known)
      // The key names the table, so the row is of that table's type.
      return known as Promise<R | undefined>
    },
  }
}
