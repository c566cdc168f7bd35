/**
 * Lists of like things as columns, for the hand-over in a page: names said once instead of two
 * hundred times, and like beside like, which compresses to three quarters.
 */
interface Columns {
  /** How many rows. */
  readonly '~rows': number
  /**
   * All values of a name, in the rows' order; or, by the row's number, those that differ from what
   * most rows have, which stands at `~most`: absent, most rows do not have the name. `id/slug`
   * stands for both, as in the links of the page, so that they compress to one.
   */
  readonly of: Readonly<Record<string, Cells>>
}

interface Cells {
  readonly [row: number]: unknown
  readonly '~most'?: unknown
}

/** Shorter lists are shorter as they are. */
const minRows = 8

/** For `JSON.stringify`. */
export function packLists(_key: string, value: unknown): unknown {
  if (!Array.isArray(value) || value.length < minRows || !value.every(isRow)) return value
  const of: Record<string, Cells> = {}
  const names = new Set(value.flatMap((row) => Object.keys(row)))
  if (value.every(({ id, slug }) => isPart(id) && isPart(slug))) {
    of[path] = value.map(({ id, slug }) => `${String(id)}/${String(slug)}`)
    for (const name of path.split('/')) names.delete(name)
  }
  for (const name of names) of[name] = columnOf(value.map((row) => row[name]))
  return { '~rows': value.length, of } satisfies Columns
}

const path = 'id/slug'
const isPart = (value: unknown): boolean => typeof value === 'string' && !value.includes('/')

/** As they are where too many differ: to say each row's number is longer than its value. */
function columnOf(cells: readonly unknown[]): Cells {
  const most = cells.includes(undefined) ? undefined : commonest(cells)
  const others = cells.flatMap((cell, at) => (cell === most ? [] : [[at, cell] as const]))
  if (most !== undefined && others.length > cells.length / 4) return cells
  return { ...(most === undefined ? {} : { '~most': most }), ...Object.fromEntries(others) }
}

function commonest(cells: readonly unknown[]): unknown {
  const counts = new Map<unknown, number>()
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** For `JSON.parse`: the lists again that `packLists` was given. */
export function unpackLists(_key: string, value: unknown): unknown {
  if (!isColumns(value)) return value
  return Array.from({ length: value['~rows'] }, (_none, at) => {
    const row: Record<string, unknown> = {}
    for (const [name, cells] of Object.entries(value.of)) {
      const key = at in cells ? at : '~most'
      if (name === path) [row['id'], row['slug']] = `${cells[key]}`.split('/')
      else if (key in cells) row[name] = cells[key]
    }
    return row
  })
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> => isFields(value) && !Array.isArray(value)

const isColumns = (value: unknown): value is Columns => isFields(value) && '~rows' in value

/** An object or a list. */
export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
