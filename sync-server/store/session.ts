/** One SQL text, written once; its parameters are filled by name. */
export interface Statement {
  readonly text: string
  readonly slots: readonly string[]
}

/**
 * What a statement is given. Arrays are bound as the engine likes best: text[] on PostgreSQL, JSON
 * text on SQLite.
 */
export type SqlValue = string | number | null | readonly string[]
export type Values = Readonly<Record<string, SqlValue>>
export type SqlRow = Readonly<Record<string, unknown>>

/** One connection, used by one reader or writer at a time. */
export interface Session {
  /** @throws StoreFailure when the engine is at fault; another Error is ours. */
  all(statement: Statement, values: Values): Promise<readonly SqlRow[]>
  /** A fixed text without parameters (begin, savepoint). */
  run(text: string): Promise<void>
}

/** A text field of our own making; anything else in its place is a damaged store. */
export function textOf(row: SqlRow, field: string): string {
  const value = row[field]
  if (typeof value === 'string') return value
  throw new TypeError(`column ${field} holds ${typeof value}, not text`)
}

export function textOrNull(row: SqlRow, field: string): string | null {
  return row[field] === null ? null : textOf(row, field)
}

export function numberOf(row: SqlRow | undefined, field: string): number {
  const value = row?.[field]
  if (typeof value === 'number') return value
  throw new TypeError(`column ${field} holds ${typeof value}, not a number`)
}
