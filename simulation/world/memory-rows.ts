import { AppError } from '#shared/kernel/errors.ts'
import type { Query, Value } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Cell, Cells } from './state.ts'

/** What the query finds among these cells, in its order. */
export function rowsFound<R extends Row>(query: Query<R>, cells: Cells): readonly R[] {
  const rows: R[] = []
  // Cells of the query's own table hold its rows.
  for (const cell of cells.values()) if (isFound(query, cell)) rows.push(cell.row as R)
  const order = [...query.index.slice(query.equals.length), 'id']
  const sign = query.order === 'ascending' ? 1 : -1
  rows.sort((a, b) => sign * compareBy(order, a, b))
  return rows.slice(query.offset ?? 0, (query.offset ?? 0) + query.limit)
}

export function isFound({ index, equals, from, until }: Query | Query<never>, { row, isDeleted }: Cell): boolean {
  if (isDeleted) return false
  if (!equals.every((value, at) => fieldOf(row, index[at] ?? '') === value)) return false
  if (from === undefined && until === undefined) return true
  const value = fieldOf(row, index[equals.length] ?? '')
  return value !== null && (from === undefined || compare(value, from) >= 0) && (until === undefined || compare(value, until) < 0)
}

/** @throws AppError 'taken' with the first field of a unique key that another live row holds. */
export function insistUnique<R extends Row>(table: Table<R>, row: R, cells: Cells): void {
  for (const key of table.unique) {
    const values = key.map((field) => fieldOf(row, field))
    if (values.includes(null)) continue
    for (const [id, cell] of cells) {
      if (cell.isDeleted || id === row.id) continue
      if (key.every((field, at) => fieldOf(cell.row, field) === values[at])) throw new AppError('taken', { field: key[0] })
    }
  }
}

function fieldOf(row: Row, field: string): Value | null {
  // Only indexed fields are asked for, and those are plain values by declaration.
  return (row as unknown as Readonly<Record<string, Value | null | undefined>>)[field] ?? null
}

function compareBy(fields: readonly string[], a: Row, b: Row): number {
  for (const field of fields) {
    const order = compare(fieldOf(a, field), fieldOf(b, field))
    if (order !== 0) return order
  }
  return 0
}

/** Null first, then by value; texts by code point, as databases compare UTF-8. */
function compare(a: Value | null, b: Value | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? -1 : 1
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  return a < b ? -1 : 1
}

function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at += 1) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
  }
  return a.length - b.length
}

/** Halves of surrogate pairs stand for what comes after all single units. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
