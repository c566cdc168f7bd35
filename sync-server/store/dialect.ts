import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { ColumnKind } from '#shared/kernel/table.ts'
import type { SqlValue, Statement, Values } from './session.ts'

/** Tables come from declarations at run time, so their columns are unknown to the compiler. */
export type AnyDatabase = Record<string, Record<string, unknown>>

/**
 * Where the engines differ: spelling of types, of lists as parameters, and of a query's index.
 * Kysely writes the rest.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Writes SQL and runs none. */
  readonly db: Kysely<AnyDatabase>
  readonly types: Readonly<Record<'id' | 'text' | 'integer' | ColumnKind, RawBuilder<unknown>>>
  /** `id in (…)` over an array in one parameter. */
  inList(column: string, parameter: RawBuilder<unknown>): RawBuilder<boolean>
  /** Rows out of a parameter that is a JSON array of objects. */
  rowsOf(parameter: RawBuilder<unknown>, fields: Readonly<Record<string, 'text' | 'bigint' | 'double precision'>>): RawBuilder<AnyRow>
  /** The table to walk by a named index, where the engine can be told to. */
  walk(table: string, index: string): RawBuilder<AnyRow>
  /** An order with null before everything else, as on SQLite. */
  order(column: string, direction: 'ascending' | 'descending'): RawBuilder<unknown>
}

export type AnyRow = Record<string, unknown>

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A parameter to be filled by name when the statement runs. */
export function slot<T = unknown>(name: string): RawBuilder<T> {
  return sql`${new Slot(name)}`
}

export function statement(query: CompiledQuery): Statement {
  const slots = query.parameters.map((parameter) => {
    if (parameter instanceof Slot) return parameter.name
    throw new TypeError(`a value stands in a kept statement: ${query.sql}`)
  })
  return { text: query.sql, slots }
}

/** The parameters in the order of the text. */
export function fill(kept: Statement, values: Values): SqlValue[] {
  return kept.slots.map((name) => {
    const value = values[name]
    if (value === undefined) throw new TypeError(`no value for ${name} in ${kept.text}`)
    return value
  })
}

const sqliteDb = new Kysely<AnyDatabase>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

export const sqlite: Dialect = {
  name: 'sqlite',
  db: sqliteDb,
  types: {
    id: sql`text`,
    text: sql`text`,
    integer: sql`integer`,
    // Numeric affinity keeps whole numbers whole; JavaScript's are bound as doubles.
    number: sql`numeric`,
    boolean: sql`integer`,
  },
  inList: (column, parameter) => sql`${sql.ref(column)} in (select value from json_each(${parameter}))`,
  rowsOf: (parameter, fields) => {
    const columns = Object.keys(fields).map((field) => sql`value ->> ${sql.lit(`$.${field}`)} as ${sql.ref(field)}`)
    return sql`(select ${sql.join(columns)} from json_each(${parameter})) as v`
  },
  walk: (table, index) => sql`${sql.table(table)} indexed by ${sql.ref(index)}`,
  order: (column, direction) => sql`${sql.ref(column)} ${sql.raw(direction === 'ascending' ? 'asc' : 'desc')}`,
}

const postgresDb = new Kysely<AnyDatabase>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export const postgres: Dialect = {
  name: 'postgres',
  db: postgresDb,
  types: {
    // Compared by code point, as SQLite does; a database's own collation would order lists
    // differently on every machine.
    id: sql`text collate "C"`,
    text: sql`text collate "C"`,
    integer: sql`bigint`,
    number: sql`double precision`,
    boolean: sql`smallint`,
  },
  inList: (column, parameter) => sql`${sql.ref(column)} = any(${parameter}::text[])`,
  rowsOf: (parameter, fields) => {
    const columns = Object.entries(fields).map(([field, type]) => sql`${sql.ref(field)} ${sql.raw(type)}`)
    return sql`json_to_recordset(${parameter}::json) as v(${sql.join(columns)})`
  },
  walk: (table) => sql`${sql.table(table)}`,
  order: (column, direction) => sql`${sql.ref(column)} ${sql.raw(direction === 'ascending' ? 'asc nulls first' : 'desc nulls last')}`,
}
