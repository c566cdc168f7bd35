import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { isAskable, isStorable, sqlValueOf } from './columns.ts'
import type { Stamp, StoreRead } from './port.ts'
import { numberOf, textOf, textOrNull } from './session.ts'
import type { Session, SqlRow, SqlValue, Values } from './session.ts'
import type { Statements } from './statements.ts'

/** Reads rows over one connection. Bodies are trusted: they were checked on their way in. */
export function sqlRead(session: Session, statements: Statements): StoreRead {
  return {
    async get<R extends Row>(table: Table<R>, id: string) {
      if (!isStorable(id)) return undefined
      const [row] = await session.all(statements.get(table), { id })
      return row === undefined ? undefined : rowOf<R>(row)
    },

    async getMany<R extends Row>(table: Table<R>, ids: readonly string[]) {
      const asked = ids.filter(isStorable)
      if (asked.length === 0) return []
      const found = await session.all(statements.getMany(table), { ids: asked })
      const byId = new Map(found.map((row) => [textOf(row, 'id'), rowOf<R>(row)]))
      return asked.map((id) => byId.get(id)).filter((row) => row !== undefined)
    },

    async list<R extends Row>(query: Query<R>) {
      if (!isAnswerable(query)) return []
      const rows = await session.all(statements.list(query), { ...conditionsOf(query), limit: query.limit, offset: query.offset ?? 0 })
      return rows.map((row) => rowOf<R>(row))
    },

    async count<R extends Row>(query: Query<R>) {
      if (!isAnswerable(query)) return 0
      const [row] = await session.all(statements.count(query), conditionsOf(query))
      return numberOf(row, 'n')
    },

    async stamps<R extends Row>(table: Table<R>, ids: readonly string[]) {
      const rows = await session.all(statements.stamps(table), { ids: ids.filter(isStorable) })
      return new Map<string, Stamp>(
        rows.map((row) => [
          textOf(row, 'id'),
          { seq: numberOf(row, 'seq'), version: numberOf(row, 'version'), scope: textOf(row, 'scope'), shape: textOrNull(row, 'shape') },
        ]),
      )
    },
  }
}

function rowOf<R extends Row>(row: SqlRow): R {
  // What stands in a table was put there as this table's row.
  return JSON.parse(textOf(row, 'body')) as R
}

function conditionsOf(query: Query): Values {
  const values: Record<string, SqlValue> = {}
  query.equals.forEach((value, at) => (values[`equals${at}`] = sqlValueOf(value)))
  if (query.from !== undefined) values['from'] = query.from
  if (query.until !== undefined) values['until'] = query.until
  return values
}

function isAnswerable({ equals, from, until }: Query): boolean {
  return equals.every(isAskable) && isAskable(from ?? 0) && isAskable(until ?? 0)
}
