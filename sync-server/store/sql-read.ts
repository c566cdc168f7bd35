import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { isAskable, isStorable, sqlValueOf } from './columns.ts'
import { entryOf, floorOf } from './journal.ts'
import type { JournalStatements } from './journal.ts'
import type { ShapeRow, Stamp, StoreRead } from './port.ts'
import { numberOf, textOf, textOrNull } from './session.ts'
import type { Session, SqlRow, SqlValue, Values } from './session.ts'
import type { Statements } from './statements.ts'

/** What reading needs to know of a store, made once. */
export interface Reading {
  readonly statements: Statements
  readonly journal: JournalStatements
  /** Tables whose rows may have a shape, by name. */
  readonly shaped: readonly Table[]
}

export function readingOf(statements: Statements, journal: JournalStatements, tables: readonly Table[]): Reading {
  const shaped = tables.filter((table) => table.journal).sort((a, b) => (a.name < b.name ? -1 : 1))
  return { statements, journal, shaped }
}

/** Reads rows over one connection. Bodies are trusted: they were checked on their way in. */
export function sqlRead(session: Session, { statements, journal, shaped }: Reading): StoreRead {
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

    position: async () => numberOf((await session.all(journal.position, {}))[0], 'seq'),

    floor: () => floorOf(session, journal),

    async changesOf(shape, seq, limit) {
      if (!isStorable(shape)) return []
      return (await session.all(journal.ofShape, { shape, seq, limit })).map(entryOf)
    },

    async rowsOfShape(shape, after, limit, maxBytes = Infinity) {
      const found: ShapeRow[] = []
      let room = maxBytes
      let most = limit
      if (!isStorable(shape)) return found
      for (const table of shaped) {
        if (after !== null && table.name < after.kind) continue
        const asked = { shape, after: after?.kind === table.name ? after.id : '', limit: most - found.length }
        if (maxBytes < Infinity) {
          const sizes = (await session.all(statements.sizesOfShape(table), asked)).map((row) => numberOf(row, 'bytes'))
          // A shape has rows in a few tables: the others are not asked twice.
          if (sizes.length === 0) continue
          const beyond = sizes.findIndex((size) => (room -= size) + size <= 0)
          if (beyond !== -1) most = found.length + beyond + 1
        }
        const rows = await session.all(statements.ofShape(table), { ...asked, limit: most - found.length })
        found.push(...rows.map((row) => ({ kind: table.name, version: numberOf(row, 'version'), row: rowOf(row) })))
        if (found.length >= most) break
      }
      return found
    },

    async stamps<R extends Row>(table: Table<R>, ids: readonly string[]) {
      const rows = await session.all(statements.stamps(table), { ids: ids.filter(isStorable) })
      return new Map<string, Stamp>(
        rows.map((row) => [
          textOf(row, 'id'),
          {
            seq: numberOf(row, 'seq'),
            version: numberOf(row, 'version'),
            scope: textOf(row, 'scope'),
            shape: textOrNull(row, 'shape'),
            bytes: numberOf(row, 'bytes'),
          },
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
