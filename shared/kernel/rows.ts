import { AppError } from './errors.ts'
import type { Query, Value } from './query.ts'
import type { Row, Table } from './table.ts'

/**
 * Queries over rows in memory, as the stores answer them: what is queued, memory mode, tests and
 * the simulation. Held to SQL by the store contract.
 */

export function fieldOf(row: Row, field: string): Value | null {
  // Only indexed fields are asked for, and those are plain values by declaration.
  return (row as unknown as Readonly<Record<string, Value | null | undefined>>)[field] ?? null
}

export function matches({ index, equals, from, until }: Query | Query<never>, row: Row): boolean {
  if (!equals.every((value, at) => fieldOf(row, index[at] ?? '') === value)) return false
  if (from === undefined && until === undefined) return true
  const value = fieldOf(row, index[equals.length] ?? '')
  if (value === null) return false
  return (from === undefined || compare(value, from) >= 0) && (until === undefined || compare(value, until) < 0)
}

/** In the query's order, its offset and limit applied. */
export function inOrder<R extends Row>(query: Query<R>, rows: readonly R[]): readonly R[] {
  const fields = [...query.index.slice(query.equals.length), 'id']
  const sign = query.order === 'ascending' ? 1 : -1
  const offset = query.offset ?? 0
  return rows.toSorted((a, b) => sign * compareBy(fields, a, b)).slice(offset, offset + query.limit)
}

function compareBy(fields: readonly string[], a: Row, b: Row): number {
  for (const field of fields) {
    const order = compare(fieldOf(a, field), fieldOf(b, field))
    if (order !== 0) return order
  }
  return 0
}

function compare(a: Value | null, b: Value | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? -1 : 1
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  return Number(a) - Number(b)
}

/** By code point: UTF-16 units agree with it except where surrogates meet what is above them. */
function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

const rank = (unit: number): number => (unit < 0xd800 ? unit : unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)

/**
 * As the server's stores: indexed text holds no NUL and no half of a surrogate pair. @throws
 * AppError 'invalid' with the field.
 */
export function requireStorable(table: Table, row: Row): void {
  for (const field of ['id', ...Object.keys(table.columns)]) {
    const value = fieldOf(row, field)
    if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) throw new AppError('invalid', { field })
  }
}
