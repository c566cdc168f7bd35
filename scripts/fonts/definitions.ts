// The table that says of what kind glyphs are (GDEF).
import type { Block } from './blocks.ts'
import { BlockWriter, writeBlocks } from './blocks.ts'
import { classes, classesAt, coverage, coverageAt } from './glyph-lists.ts'
import { writeVariations } from './variations.ts'

/**
 * The table that says what kind each glyph is (GDEF), and how positions change with the weight:
 * by these changes.
 */
export function thinDefinitions(table: Buffer, kept: ReadonlySet<number>, changes: readonly number[]): Buffer {
  const u16 = (at: number) => table.readUInt16BE(at)
  if (u16(6) !== 0 || u16(8) !== 0) throw new Error('GDEF: points and carets are not known here')
  const classesOr0 = (at: number) => (at === 0 ? null : classes(classesAt({ table, kept }, at)))
  const writer = new BlockWriter()
    .u16(1, 3)
    .link(classesOr0(u16(4)))
    .u16(0, 0)
    .link(classesOr0(u16(10)))
  writer.link(u16(2) < 2 || u16(12) === 0 ? null : markSets(table, u16(12), kept))
  return writeBlocks(
    writer
      .u16(0)
      .link(changes.length === 0 ? null : writeVariations(changes))
      .end(),
  )
}

function markSets(table: Buffer, at: number, kept: ReadonlySet<number>): Block {
  const count = table.readUInt16BE(at + 2)
  const writer = new BlockWriter().u16(1, count)
  for (let n = 0; n < count; n++)
    writer.u16(0).link(coverage(coverageAt(table, at + table.readUInt32BE(at + 4 + 4 * n)).filter((glyph) => kept.has(glyph))))
  return writer.end()
}
