/**
 * Keys for IndexedDB that sort as the kernel's queries do: null first, then by value, texts by code
 * point, ties by id. IndexedDB knows neither null nor booleans as keys and compares texts by UTF-16
 * unit, so each value is put into a form that it does know.
 */
import type { Query, Value } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { indexName, storedIndexes } from './local-versions.ts'

type Part = string | number

/** No row holds it: rows are JSON. */
const nullPart = Number.NEGATIVE_INFINITY
/** Arrays stand after all numbers and texts. */
const afterAll: readonly Part[] = []

/** What a row is stored as. */
export interface StoredRow {
  readonly id: string
  readonly row: Row
  readonly [index: `by_${string}`]: readonly Part[]
}

export function storedRow(table: Table, row: Row): StoredRow {
  const keys = storedIndexes(table).map((index) => [indexName(index), indexKey(index, row)] as const)
  return { id: row.id, row, ...Object.fromEntries(keys) }
}

function indexKey(index: readonly string[], row: Row): readonly Part[] {
  // Only indexed fields are asked for, and those are plain values by declaration.
  const fields = row as unknown as Readonly<Record<string, Value | null | undefined>>
  return [...index.map((field) => part(fields[field] ?? null)), part(row.id)]
}

export interface KeyRange {
  readonly lower: readonly (Part | readonly Part[])[]
  readonly upper: readonly (Part | readonly Part[])[]
}

/** Everything from `lower` to `upper`, neither of which is a row's own key. */
export function rangeOf({ equals, from, until }: Query): KeyRange {
  const same = equals.map(part)
  if (from === undefined && until === undefined) return { lower: same, upper: [...same, afterAll] }
  return {
    // Rows with null there are outside any range.
    lower: from === undefined ? [...same, nullPart, afterAll] : [...same, part(from)],
    upper: until === undefined ? [...same, afterAll] : [...same, part(until)],
  }
}

function part(value: Value | null): Part {
  if (value === null) return nullPart
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? byCodePoint(value) : value
}

/**
 * Surrogates stand for the highest code points but are not the highest units: they change places
 * with what is above them.
 */
function byCodePoint(text: string): string {
  return text.replace(/[\uD800-\uFFFF]/g, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000)
  })
}
