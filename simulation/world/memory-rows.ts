import { AppError } from '#shared/kernel/errors.ts'
import type { Query } from '#shared/kernel/query.ts'
import { fieldOf, inOrder, matches } from '#shared/kernel/rows.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Cell, Cells } from './state.ts'

/** What the query finds among these cells, in its order. */
export function rowsFound<R extends Row>(query: Query<R>, cells: Cells): readonly R[] {
  const rows: R[] = []
  // Cells of the query's own table hold its rows.
  for (const cell of cells.values()) if (isFound(query, cell)) rows.push(cell.row as R)
  return inOrder(query, rows)
}

export function isFound(query: Query | Query<never>, { row, isDeleted }: Cell): boolean {
  return !isDeleted && matches(query, row)
}

/** @throws AppError 'taken' with the first field of a unique key that another live row holds. */
export function requireUnique<R extends Row>(table: Table<R>, row: R, cells: Cells): void {
  for (const key of table.unique) {
    const values = key.map((field) => fieldOf(row, field))
    if (values.includes(null)) continue
    for (const [id, cell] of cells) {
      if (cell.isDeleted || id === row.id) continue
      if (key.every((field, at) => fieldOf(cell.row, field) === values[at])) throw new AppError('taken', { field: key[0] })
    }
  }
}
