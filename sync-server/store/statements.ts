import { sql } from 'kysely'
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { columnOf } from './columns.ts'
import { slot, statement } from './dialect.ts'
import type { AnyRow, Dialect } from './dialect.ts'
import { indexName } from './names.ts'
import type { Statement } from './session.ts'

/** Every statement over rows, each shape of it written once by Kysely and kept. */
export interface Statements {
  get(table: Table): Statement
  getMany(table: Table): Statement
  list(query: Query): Statement
  count(query: Query): Statement
  stamps(table: Table): Statement
  /** The row as it stands, tombstones too. */
  current(table: Table): Statement
  /** Leaves nothing behind; for tables without a journal. */
  erase(table: Table): Statement
  upsert(table: Table): Statement
  /** Another live row that holds the same values of a unique key. */
  holder(table: Table, key: readonly string[]): Statement
  /** Gives rows their place in the journal. */
  place(table: Table): Statement
  /** Live rows of a shape after an id. */
  ofShape(table: Table): Statement
  /** How long those are. */
  sizesOfShape(table: Table): Statement
  /** Tombstones that the journal has forgotten. */
  eraseTombstones(table: Table): Statement
}

/** Of every row table, beside its typed columns. */
export const rowColumns = ['id', 'seq', 'version', 'scope', 'shape', 'deleted', 'body'] as const

// Written as a literal, or a partial index would not be used.
const live = sql<boolean>`deleted = 0`
// Neither engine reads a long text for it.
const bytes = sql<number>`octet_length(body)`.as('bytes')

export function statementsFor(dialect: Dialect): Statements {
  const { db } = dialect
  const kept = new Map<string, Statement>()
  const keep = (key: string, write: () => Statement): Statement => {
    let found = kept.get(key)
    if (found === undefined) kept.set(key, (found = write()))
    return found
  }
  const id = slot('id')

  return {
    get: ({ name }) => keep(`get ${name}`, () => statement(db.selectFrom(name).select('body').where('id', '=', id).where(live).compile())),

    getMany: ({ name }) =>
      keep(`many ${name}`, () =>
        statement(
          db
            .selectFrom(name)
            .select(['id', 'body'])
            .where(dialect.inList('id', slot('ids')))
            .where(live)
            .compile(),
        ),
      ),

    stamps: ({ name }) =>
      keep(`stamps ${name}`, () =>
        statement(
          db
            .selectFrom(name)
            .select(['id', 'seq', 'version', 'scope', 'shape', bytes])
            .where(dialect.inList('id', slot('ids')))
            .where(live)
            .compile(),
        ),
      ),

    current: ({ name }) =>
      keep(`current ${name}`, () =>
        statement(db.selectFrom(name).select(['version', 'scope', 'shape', 'deleted', 'body']).where('id', '=', id).compile()),
      ),

    erase: ({ name }) => keep(`erase ${name}`, () => statement(db.deleteFrom(name).where('id', '=', id).compile())),

    list: (query) =>
      keep(`list ${shapeOf(query)} ${query.order}`, () => {
        const order = [...query.index.slice(query.equals.length).map(columnOf), 'id'].map((column) => dialect.order(column, query.order))
        const text = sql<AnyRow>`select body from ${dialect.walk(query.table.name, indexName(query.table.name, query.index))}
          where ${conditions(query)} order by ${sql.join(order)} limit ${slot('limit')} offset ${slot('offset')}`
        return statement(text.compile(db))
      }),

    count: (query) =>
      keep(`count ${shapeOf(query)}`, () => {
        const source = dialect.walk(query.table.name, indexName(query.table.name, query.index))
        return statement(sql<AnyRow>`select count(*) as n from ${source} where ${conditions(query)}`.compile(db))
      }),

    upsert: (table) =>
      keep(`upsert ${table.name}`, () => {
        const columns = [...rowColumns, ...Object.keys(table.columns).map(columnOf)]
        const fresh = Object.fromEntries(columns.map((column) => [column, slot(column)]))
        const changed = columns.filter((column) => column !== 'id').map((column) => [column, sql.ref(`excluded.${column}`)] as const)
        const query = db.insertInto(table.name).values(fresh)
        return statement(query.onConflict((conflict) => conflict.column('id').doUpdateSet(Object.fromEntries(changed))).compile())
      }),

    holder: (table, key) =>
      keep(`holder ${table.name} ${key.join()}`, () => {
        const same = sql.join(
          key.map((field) => sql`${sql.ref(columnOf(field))} = ${slot(columnOf(field))}`),
          sql` and `,
        )
        return statement(sql<AnyRow>`select id from ${sql.table(table.name)} where ${same} and id <> ${id} and deleted = 0`.compile(db))
      }),

    ofShape: ({ name }) =>
      keep(`of shape ${name}`, () =>
        statement(
          db
            .selectFrom(name)
            .select(['version', 'body'])
            .where('shape', '=', slot('shape'))
            .where('id', '>', slot('after'))
            .where(live)
            .orderBy('id')
            .limit(slot<number>('limit'))
            .compile(),
        ),
      ),

    sizesOfShape: ({ name }) =>
      keep(`sizes of shape ${name}`, () =>
        statement(
          db
            .selectFrom(name)
            .select(bytes)
            .where('shape', '=', slot('shape'))
            .where('id', '>', slot('after'))
            .where(live)
            .orderBy('id')
            .limit(slot<number>('limit'))
            .compile(),
        ),
      ),

    eraseTombstones: ({ name }) =>
      keep(`tombstones ${name}`, () =>
        statement(db.deleteFrom(name).where('deleted', '=', sql.lit(1)).where('seq', '<=', slot('floor')).compile()),
      ),

    place: ({ name }) =>
      keep(`place ${name}`, () => {
        const places = dialect.rowsOf(slot('places'), { id: 'text', seq: 'bigint' })
        const row = sql.table(name)
        return statement(sql<AnyRow>`update ${row} set seq = v.seq from ${places} where ${row}.id = v.id`.compile(db))
      }),
  }
}

/** Two queries of one shape differ in values only. */
function shapeOf({ table, index, equals, from, until }: Query): string {
  return `${table.name} ${index.join()} ${equals.length} ${from === undefined ? '' : 'from'} ${until === undefined ? '' : 'until'}`
}

function conditions(query: Query<Row>) {
  const { index, equals, from, until } = query
  const parts = equals.map((_, at) => sql<boolean>`${sql.ref(columnOf(index[at] ?? ''))} = ${slot(`equals${at}`)}`)
  const ranged = sql.ref(columnOf(index[equals.length] ?? ''))
  if (from !== undefined) parts.push(sql`${ranged} >= ${slot('from')}`)
  if (until !== undefined) parts.push(sql`${ranged} < ${slot('until')}`)
  return sql.join([...parts, live], sql` and `)
}
