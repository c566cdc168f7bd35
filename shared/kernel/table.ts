import type * as z from 'zod/mini'
import type { CustomVisibility, Readers, Visibility } from './visibility.ts'
import { wholeVisibility } from './visibility.ts'

export interface Row {
  readonly id: string
}

/** What one field is stored as where SQL must compare it. */
export type ColumnKind = 'text' | 'number' | 'boolean'

/**
 * A table, declared once: SQL tables, columns, indexes, unique keys, the journal and a device's
 * database are made from this. Adding an index or a field needs no migration by hand; changing what
 * data means does.
 */
export interface Table<R extends Row = Row> {
  readonly name: string
  /** Parses and checks a row; unknown keys are dropped. */
  readonly row: z.ZodMiniType<R>
  /** Each index is a list of fields, compared in that order; `id` breaks ties. */
  readonly indexes: readonly (readonly string[])[]
  /** Field lists of which no two live rows may agree, unless one of the fields is null. */
  readonly unique: readonly (readonly string[])[]
  /** Kind of every field that stands in an index or a unique key. */
  readonly columns: Readonly<Record<string, ColumnKind>>
  /**
   * Who may hold the row: `public`, `user:U`, `draft:P`, `mod`, or `server` for what never leaves
   * the server.
   */
  scope(row: R): string
  /**
   * The unit a device follows the row by (`thread:P`, `me:U`); `null` for rows that devices fetch
   * otherwise, or never.
   */
  shape(row: R): string | null
  /**
   * `false` for server-only rows of which no consumer needs to hear (sessions, attempts): they
   * leave no trace in the journal.
   */
  readonly journal: boolean
  /** Devices hold copies of its rows. */
  readonly isOnDevices: boolean
  readonly readers: Readers<R>
}

interface TableDeclaration<R extends Row> {
  readonly name: string
  readonly row: z.ZodMiniType<R>
  readonly indexes?: readonly (readonly (keyof R & string)[])[]
  readonly unique?: readonly (readonly (keyof R & string)[])[]
  /** Who may have its rows. */
  readonly visibility: Visibility<NoInfer<R>> | CustomVisibility<R>
  readonly journal?: boolean
}

/** By hand, for tables that no manifest names. */
interface PlainDeclaration<R extends Row> extends Omit<TableDeclaration<R>, 'visibility'> {
  readonly scope: (row: R) => string
  readonly shape: (row: R) => string | null
}

export function defineTable<R extends Row>(declaration: TableDeclaration<R> | PlainDeclaration<R>): Table<R> {
  const visibility = wholeVisibility('visibility' in declaration ? declaration.visibility : { ...declaration, isOnDevices: false })
  const { name, row, journal = true } = declaration
  const indexes = declaration.indexes ?? []
  const unique = declaration.unique ?? []
  const fields = new Set([...indexes, ...unique].flat())
  const columns = Object.fromEntries([...fields].map((field) => [field, columnKind(name, row, field)]))
  return { ...visibility, name, row, journal, indexes, unique, columns }
}

/** Reads a field's kind from its schema, through `nullable` and the like. */
function columnKind(table: string, schema: z.ZodMiniType, field: string): ColumnKind {
  let def = definition(definition(schema).shape?.[field])
  while (def.innerType) def = definition(def.innerType)
  if (def.type === 'string' || def.type === 'enum') return 'text'
  if (def.type === 'literal') return typeof def.values?.[0] === 'number' ? 'number' : 'text'
  if (def.type === 'number') return 'number'
  if (def.type === 'boolean') return 'boolean'
  throw new TypeError(`${table}.${field} cannot be indexed: ${def.type ?? 'no such field'}`)
}

interface Definition {
  readonly type?: string
  readonly innerType?: unknown
  readonly values?: readonly unknown[]
  readonly shape?: Readonly<Record<string, unknown>>
}

function definition(schema: unknown): Definition {
  // zod keeps what a schema was made of at `_zod.def`; its types do not say so for an unknown
  // schema.
  return (schema as { _zod?: { def?: Definition } } | undefined)?._zod?.def ?? {}
}
