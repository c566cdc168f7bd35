import { AppError } from '#shared/kernel/errors.ts'
import type { Value } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { SqlValue } from './session.ts'

/** The SQL column of an indexed field. */
export function columnOf(field: string): string {
  return `c_${field}`
}

/** What every engine keeps and compares alike: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** A value as SQL compares it: booleans are 0 and 1. */
export function sqlValueOf(value: Value): string | number {
  return typeof value === 'boolean' ? Number(value) : value
}

/** `false` for a value that no stored row can have, which some engine would refuse to hear. */
export function isAskable(value: Value): boolean {
  return typeof value !== 'string' || isStorable(value)
}

/**
 * Values of the typed columns of a row, by column name; absent fields are null.
 * @throws AppError 'invalid' for text that engines would not keep alike. TypeError for a value of
 *   another kind than declared.
 */
export function columnValues(table: Table, row: Row): Record<string, SqlValue> {
  const values: Record<string, SqlValue> = {}
  // A row is a plain object of fields; its type does not say which, the declaration's columns do.
  const fields = row as unknown as Readonly<Record<string, unknown>>
  for (const field in table.columns) values[columnOf(field)] = columnValue(table, field, fields[field])
  return values
}

function columnValue(table: Table, field: string, value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  const kind = table.columns[field]
  if (typeof value === 'string' && kind === 'text') {
    if (!isStorable(value)) throw new AppError('invalid', { field, message: `${table.name}.${field}: NUL or lone surrogate` })
    return value
  }
  if (typeof value === 'number' && kind === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'boolean' && kind === 'boolean') return Number(value)
  throw new TypeError(`${table.name}.${field} should be ${kind ?? 'undeclared'}, is ${typeof value}`)
}
