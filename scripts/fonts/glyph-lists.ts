// How the layout tables of a font name glyphs: as lists, and by classes.
import type { Block } from './blocks.ts'
import { BlockWriter } from './blocks.ts'

/** The lookups of a feature, or of a rule that calls upon others. */
export type Called = Set<number>

export interface Source {
  readonly table: Buffer
  readonly kept: ReadonlySet<number>
  readonly called: Called
  /** A change with the weight, by its old number. `null`: none. */
  readonly variation: Variation
}

export type Variation = (outer: number, inner: number) => number | null

export type SubtableThinner = (source: Source, at: number) => Block | null

/** How many, then each. */
export function numbersAt(table: Buffer, at: number): readonly number[] {
  return Array.from({ length: table.readUInt16BE(at) }, (_none, n) => table.readUInt16BE(at + 2 + 2 * n))
}

/** Glyphs in the order of their indexes. */
export function coverageAt(table: Buffer, at: number): readonly number[] {
  const u16 = (place: number) => table.readUInt16BE(place)
  if (u16(at) === 1) return numbersAt(table, at + 2)
  return Array.from({ length: u16(at + 2) }, (_none, n) => {
    const range = at + 4 + 6 * n
    return Array.from({ length: u16(range + 2) - u16(range) + 1 }, (_no, m) => u16(range) + m)
  }).flat()
}

export function coverage(glyphs: readonly number[]): Block {
  return new BlockWriter().u16(1).list(glyphs).end()
}

/** Each with its place among all that were covered. */
export function covered(
  { table, kept }: Pick<Source, 'table' | 'kept'>,
  at: number,
): readonly { readonly glyph: number; readonly index: number }[] {
  return coverageAt(table, at)
    .map((glyph, index) => ({ glyph, index }))
    .filter(({ glyph }) => kept.has(glyph))
}

/** Classes of glyphs; who is not named has class 0. */
export function classesAt({ table, kept }: Pick<Source, 'table' | 'kept'>, at: number): ReadonlyMap<number, number> {
  const u16 = (place: number) => table.readUInt16BE(place)
  const found = new Map<number, number>()
  const name = (glyph: number, of: number) => kept.has(glyph) && of !== 0 && found.set(glyph, of)
  if (u16(at) === 1) for (const [n, one] of numbersAt(table, at + 4).entries()) name(u16(at + 2) + n, one)
  else
    for (let n = 0; n < u16(at + 2); n++) {
      const range = at + 4 + 6 * n
      for (let glyph = u16(range); glyph <= u16(range + 2); glyph++) name(glyph, u16(range + 4))
    }
  return found
}

export function classes(of: ReadonlyMap<number, number>): Block {
  const ranges: { first: number; last: number; of: number }[] = []
  for (const [glyph, one] of [...of].sort(([a], [b]) => a - b)) {
    const before = ranges.at(-1)
    if (before?.last === glyph - 1 && before.of === one) before.last = glyph
    else ranges.push({ first: glyph, last: glyph, of: one })
  }
  return new BlockWriter().u16(2, ranges.length, ...ranges.flatMap(({ first, last, of: one }) => [first, last, one])).end()
}
