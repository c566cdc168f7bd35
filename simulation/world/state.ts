import type { Row } from '#shared/kernel/table.ts'
import type { JournalRow } from '#server/store/port.ts'

export interface Cell {
  readonly row: Row
  readonly body: string
  readonly seq: number
  readonly version: number
  readonly scope: string
  readonly shape: string | null
  readonly isDeleted: boolean
}

export type Cells = ReadonlyMap<string, Cell>

/**
 * Something that the simulation wants to remember of a batch, in the order in which it happened:
 * undone with its savepoint.
 */
export type Note = unknown

export interface State {
  readonly tables: ReadonlyMap<string, Cells>
  readonly position: number
  readonly floor: number
  readonly journal: readonly JournalRow[]
  readonly cursors: ReadonlyMap<string, number>
  readonly epoch: string
  readonly notes: readonly Note[]
}

/** What stands in a table. */
export function rowsOf<R>(state: State, table: string): readonly R[] {
  const rows: R[] = []
  // A table's cells hold its own rows.
  for (const cell of state.tables.get(table)?.values() ?? []) if (!cell.isDeleted) rows.push(cell.row as unknown as R)
  return rows
}
