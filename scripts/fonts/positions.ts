// What a font says about where glyphs stand: pairs, marks, single ones (GPOS).
import type { Block } from './blocks.ts'
import { BlockWriter } from './blocks.ts'
import type { Source, SubtableThinner } from './glyph-lists.ts'
import { classes, classesAt, coverage, covered } from './glyph-lists.ts'
import { inContext } from './replacements.ts'

/** How a value changes with the weight. `null`: it does not. */
function device({ table, variation }: Source, at: number): Block | null {
  if (table.readUInt16BE(at + 4) !== 0x8000) throw new Error('GPOS: only variations are known here')
  const index = variation(table.readUInt16BE(at), table.readUInt16BE(at + 2))
  return index === null ? null : new BlockWriter().u16(0, index, 0x8000).end()
}

const sizeOfValue = (format: number): number => 2 * format.toString(2).replaceAll('0', '').length

/** @param parent what the distances in the value are counted from */
function copyValue(writer: BlockWriter, source: Source, format: number, at: number, parent: number): void {
  const { table } = source
  let place = at
  for (let bit = 1; bit <= format; bit <<= 1) {
    if ((format & bit) === 0) continue
    const value = table.readUInt16BE(place)
    if (bit < 0x10) writer.u16(value)
    else writer.link(value === 0 ? null : device(source, parent + value))
    place += 2
  }
}

const singlePosition: SubtableThinner = (source, at) => {
  const { table } = source
  const format = table.readUInt16BE(at + 4)
  const glyphs = covered(source, at + table.readUInt16BE(at + 2)).map(({ glyph }) => glyph)
  if (glyphs.length === 0) return null
  const writer = new BlockWriter().u16(1).link(coverage(glyphs)).u16(format)
  copyValue(writer, source, format, at + 6, at)
  return writer.end()
}

const pairsOfGlyphs: SubtableThinner = (source, at) => {
  const { table, kept } = source
  const u16 = (place: number) => table.readUInt16BE(place)
  const [first, second] = [u16(at + 4), u16(at + 6)]
  const size = 2 + sizeOfValue(first) + sizeOfValue(second)
  const sets = covered(source, at + u16(at + 2)).flatMap(({ glyph, index }) => {
    const set = at + u16(at + 10 + 2 * index)
    const pairs = Array.from({ length: u16(set) }, (_none, n) => set + 2 + size * n).filter((pair) => kept.has(u16(pair)))
    if (pairs.length === 0) return []
    const writer = new BlockWriter().u16(pairs.length)
    for (const pair of pairs) {
      writer.u16(u16(pair))
      copyValue(writer, source, first, pair + 2, set)
      copyValue(writer, source, second, pair + 2 + sizeOfValue(first), set)
    }
    return [{ glyph, set: writer.end() }]
  })
  if (sets.length === 0) return null
  return new BlockWriter()
    .u16(1)
    .link(coverage(sets.map(({ glyph }) => glyph)))
    .u16(first, second)
    .links(sets.map(({ set }) => set))
    .end()
}

/** Classes that none of the glyphs has are gone, and the others get the numbers from 0 on. */
const pairsOfClasses: SubtableThinner = (source, at) => {
  const { table } = source
  const u16 = (place: number) => table.readUInt16BE(place)
  const [first, second] = [u16(at + 4), u16(at + 6)]
  const glyphs = covered(source, at + u16(at + 2)).map(({ glyph }) => glyph)
  if (glyphs.length === 0) return null
  const size = sizeOfValue(first) + sizeOfValue(second)
  const rowOf = classesAt({ table, kept: new Set(glyphs) }, at + u16(at + 8))
  const columnOf = classesAt(source, at + u16(at + 10))
  const inOrder = (numbers: Iterable<number>) => [...new Set([0, ...numbers])].sort((a, b) => a - b)
  const [rows, columns] = [inOrder(rowOf.values()), inOrder(columnOf.values())]
  const renumbered = (of: ReadonlyMap<number, number>, among: readonly number[]) =>
    classes(new Map([...of].map(([glyph, one]) => [glyph, among.indexOf(one)])))
  const writer = new BlockWriter().u16(2).link(coverage(glyphs)).u16(first, second)
  writer.link(renumbered(rowOf, rows)).link(renumbered(columnOf, columns)).u16(rows.length, columns.length)
  for (const row of rows)
    for (const column of columns) {
      const value = at + 16 + size * (row * u16(at + 14) + column)
      copyValue(writer, source, first, value, at)
      copyValue(writer, source, second, value + sizeOfValue(first), at)
    }
  return writer.end()
}

function anchor(source: Source, at: number): Block {
  const { table } = source
  const u16 = (place: number) => table.readUInt16BE(place)
  const writer = new BlockWriter().u16(u16(at), u16(at + 2), u16(at + 4))
  if (u16(at) === 2) writer.u16(u16(at + 6))
  if (u16(at) === 3) for (const place of [at + 6, at + 8]) writer.link(u16(place) === 0 ? null : device(source, at + u16(place)))
  return writer.end()
}

/** A mark on a letter, or on another mark. */
const marks: SubtableThinner = (source, at) => {
  const { table } = source
  const u16 = (place: number) => table.readUInt16BE(place)
  const [upper, lower] = [covered(source, at + u16(at + 2)), covered(source, at + u16(at + 4))]
  if (upper.length === 0 || lower.length === 0) return null
  const [classCount, markAt, baseAt] = [u16(at + 6), at + u16(at + 8), at + u16(at + 10)]
  const markArray = new BlockWriter().u16(upper.length)
  for (const { index } of upper) {
    const record = markAt + 2 + 4 * index
    markArray.u16(u16(record)).link(anchor(source, markAt + u16(record + 2)))
  }
  const baseArray = new BlockWriter().u16(lower.length)
  for (const { index } of lower)
    for (let n = 0; n < classCount; n++) {
      const offset = u16(baseAt + 2 + 2 * (index * classCount + n))
      baseArray.link(offset === 0 ? null : anchor(source, baseAt + offset))
    }
  const [over, under] = [upper, lower].map((glyphs) => coverage(glyphs.map(({ glyph }) => glyph)))
  return new BlockWriter()
    .u16(1)
    .link(over ?? null)
    .link(under ?? null)
    .u16(classCount)
    .link(markArray.end())
    .link(baseArray.end())
    .end()
}

/** By type and format. */
export const positionThinners: Readonly<Record<string, SubtableThinner>> = {
  '1.1': singlePosition,
  '2.1': pairsOfGlyphs,
  '2.2': pairsOfClasses,
  '4.1': marks,
  '6.1': marks,
  '8.3': inContext,
}
