import { attrNumber, childrenOf, type DocNode } from './nodes.ts'

export type Grid = {
  readonly width: number
  /**
   * For each row and column the cell that starts there, or `null` where a span covers the place.
   */
  readonly rows: readonly (readonly (DocNode | null)[])[]
}

const maxWidth = 500

/**
 * Lays a table's cells on a grid. `null` when they overlap, leave holes, or reach past the last
 * row.
 */
export function tableGrid(table: DocNode): Grid | null {
  const rows = childrenOf(table)
  /** Rows that a cell from above still covers, by column. */
  let covered: number[] = []
  let width: number | null = null
  const grid: (DocNode | null)[][] = []
  for (const [index, row] of rows.entries()) {
    const places: (DocNode | null)[] = []
    const next = covered.map((left) => Math.max(0, left - 1))
    const skipCovered = (): void => {
      while ((covered[places.length] ?? 0) > 0) places.push(null)
    }
    for (const cell of childrenOf(row)) {
      skipCovered()
      const start = places.length
      const columns = attrNumber(cell, 'colspan') ?? 1
      const below = (attrNumber(cell, 'rowspan') ?? 1) - 1
      if (index + below >= rows.length || start + columns > maxWidth) return null
      for (let column = start; column < start + columns; column++) {
        if ((covered[column] ?? 0) > 0) return null
        places.push(column === start ? cell : null)
        next[column] = below
      }
    }
    skipCovered()
    width ??= places.length
    if (places.length !== width || width === 0) return null
    grid.push(places)
    covered = next
  }
  return width === null ? null : { width, rows: grid }
}
