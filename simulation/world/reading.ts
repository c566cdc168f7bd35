import type { Row, Table } from '#shared/kernel/table.ts'
import type { ShapeRow, Stamp, StoreRead } from '#server/store/port.ts'
import type { Cell, Cells, State } from './state.ts'
import type { Life } from './life.ts'
import { isFound, rowsFound } from './memory-rows.ts'

type Reading = Pick<State, 'tables' | 'position' | 'floor' | 'journal'>

/**
 * Reads one state, as the process that lives `life` does; without one, as somebody who looks at the
 * world from outside.
 */
export function readOf(tables: readonly Table[], state: Reading, life?: Life): StoreRead {
  const cellsOf = (name: string): Cells => state.tables.get(name) ?? new Map()
  const live = (table: string, id: string): Cell | undefined => {
    const cell = cellsOf(table).get(id)
    return cell?.isDeleted === false ? cell : undefined
  }
  // The cell stands under its table's name, so its row is one of that table.
  const rowOf = <R extends Row>(table: Table<R>, id: string): R | undefined => live(table.name, id)?.row as R | undefined
  return {
    async get(table, id) {
      await life?.step()
      return rowOf(table, id)
    },
    async getMany(table, ids) {
      await life?.step()
      return ids.map((id) => rowOf(table, id)).filter((row) => row !== undefined)
    },
    async list(query) {
      await life?.step()
      return rowsFound(query, cellsOf(query.table.name))
    },
    async count(query) {
      await life?.step()
      let found = 0
      for (const cell of cellsOf(query.table.name).values()) if (isFound(query, cell)) found += 1
      return found
    },
    async position() {
      await life?.step()
      return state.position
    },
    async floor() {
      await life?.step()
      return state.floor
    },
    async changesOf(shape, seq, limit) {
      await life?.step()
      return state.journal
        .slice(Math.max(0, seq - state.floor))
        .filter((entry) => entry.shape === shape)
        .slice(0, limit)
    },
    async rowsOfShape(shape, after, limit) {
      await life?.step()
      const found: ShapeRow[] = []
      for (const table of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        if (after !== null && table.name < after.kind) continue
        const start = after?.kind === table.name ? after.id : ''
        for (const [id, cell] of [...cellsOf(table.name)].sort(([a], [b]) => (a < b ? -1 : 1))) {
          if (cell.isDeleted || cell.shape !== shape || id <= start) continue
          found.push({ kind: table.name, version: cell.version, row: cell.row })
          if (found.length === limit) return found
        }
      }
      return found
    },
    async stamps(table, ids) {
      await life?.step()
      const found = new Map<string, Stamp>()
      for (const id of ids) {
        const cell = live(table.name, id)
        if (cell !== undefined)
          found.set(id, {
            seq: cell.seq,
            version: cell.version,
            scope: cell.scope,
            shape: cell.shape,
            bytes: Buffer.byteLength(JSON.stringify(cell.row)),
          })
      }
      return found
    },
  }
}
