// What a font says about which glyphs stand in the place of others (GSUB).
import type { Block } from './blocks.ts'
import { BlockWriter } from './blocks.ts'
import type { Called, SubtableThinner } from './glyph-lists.ts'
import { classes, classesAt, coverage, coverageAt, covered, numbersAt } from './glyph-lists.ts'

const singleByDistance: SubtableThinner = (source, at) => {
  const { table } = source
  const glyphs = covered(source, at + table.readUInt16BE(at + 2)).map(({ glyph }) => glyph)
  if (glyphs.length === 0) return null
  return new BlockWriter()
    .u16(1)
    .link(coverage(glyphs))
    .u16(table.readUInt16BE(at + 4))
    .end()
}

const singleByList: SubtableThinner = (source, at) => {
  const { table } = source
  const glyphs = covered(source, at + table.readUInt16BE(at + 2))
  if (glyphs.length === 0) return null
  return new BlockWriter()
    .u16(2)
    .link(coverage(glyphs.map(({ glyph }) => glyph)))
    .list(glyphs.map(({ index }) => table.readUInt16BE(at + 6 + 2 * index)))
    .end()
}

const oneByMany: SubtableThinner = (source, at) => {
  const { table } = source
  const glyphs = covered(source, at + table.readUInt16BE(at + 2))
  if (glyphs.length === 0) return null
  return new BlockWriter()
    .u16(1)
    .link(coverage(glyphs.map(({ glyph }) => glyph)))
    .links(glyphs.map(({ index }) => new BlockWriter().list(numbersAt(table, at + table.readUInt16BE(at + 6 + 2 * index))).end()))
    .end()
}

const ligatures: SubtableThinner = (source, at) => {
  const { table, kept } = source
  const sets = covered(source, at + table.readUInt16BE(at + 2)).flatMap(({ glyph, index }) => {
    const set = at + table.readUInt16BE(at + 6 + 2 * index)
    const found = numbersAt(table, set).flatMap((offset) => {
      // The glyph that is drawn, and after it those that follow the first.
      const [to = 0, count = 0] = [table.readUInt16BE(set + offset), table.readUInt16BE(set + offset + 2)]
      const rest = Array.from({ length: count - 1 }, (_none, n) => table.readUInt16BE(set + offset + 4 + 2 * n))
      return rest.every((part) => kept.has(part)) ? [new BlockWriter().u16(to, count, ...rest).end()] : []
    })
    return found.length === 0 ? [] : [{ glyph, found }]
  })
  if (sets.length === 0) return null
  return new BlockWriter()
    .u16(1)
    .link(coverage(sets.map(({ glyph }) => glyph)))
    .links(sets.map(({ found }) => new BlockWriter().links(found).end()))
    .end()
}

/** Where in a text what is called upon applies: three lists of coverages, then what is called. */
export const inContext: SubtableThinner = ({ table, kept, called }, at) => {
  let place = at + 2
  const writer = new BlockWriter().u16(3)
  for (let list = 0; list < 3; list++) {
    const offsets = numbersAt(table, place)
    const glyphs = offsets.map((offset) => coverageAt(table, at + offset).filter((glyph) => kept.has(glyph)))
    if (glyphs.some(({ length }) => length === 0)) return null
    writer.links(glyphs.map(coverage))
    place += 2 + 2 * offsets.length
  }
  copyCalls(writer, table, place, called)
  return writer.end()
}

function copyCalls(writer: BlockWriter, table: Buffer, at: number, called: Called): void {
  const count = table.readUInt16BE(at)
  writer.u16(count)
  for (let n = 0; n < count; n++) {
    const lookup = table.readUInt16BE(at + 4 + 4 * n)
    writer.u16(table.readUInt16BE(at + 2 + 4 * n), lookup)
    called.add(lookup)
  }
}

/** The same by sets of rules, for each glyph or for each class of glyphs. */
const byRules =
  (isByClass: boolean): SubtableThinner =>
  (source, at) => {
    const { table, kept, called } = source
    const u16 = (place: number) => table.readUInt16BE(place)
    const glyphs = covered(source, at + u16(at + 2))
    if (glyphs.length === 0) return null
    const copyRule = (rule: number): Block | null => {
      let place = rule
      const writer = new BlockWriter()
      for (let list = 0; list < 3; list++) {
        // Of what is put in another's place the first stands outside.
        const count = u16(place) - (list === 1 ? 1 : 0)
        const parts = Array.from({ length: count }, (_none, n) => u16(place + 2 + 2 * n))
        if (!isByClass && parts.some((part) => !kept.has(part))) return null
        writer.u16(u16(place), ...parts)
        place += 2 + 2 * count
      }
      copyCalls(writer, table, place, called)
      return writer.end()
    }
    const copySet = (offset: number): Block | null =>
      offset === 0
        ? null
        : new BlockWriter().links(numbersAt(table, at + offset).flatMap((rule) => copyRule(at + offset + rule) ?? [])).end()
    const writer = new BlockWriter().u16(isByClass ? 2 : 1).link(coverage(glyphs.map(({ glyph }) => glyph)))
    if (!isByClass) return writer.links(glyphs.map(({ index }) => copySet(u16(at + 6 + 2 * index)))).end()
    for (const place of [at + 4, at + 6, at + 8]) writer.link(u16(place) === 0 ? null : classes(classesAt(source, at + u16(place))))
    return writer.links(numbersAt(table, at + 10).map(copySet)).end()
  }

/** By type and format. */
export const replacementThinners: Readonly<Record<string, SubtableThinner>> = {
  '1.1': singleByDistance,
  '1.2': singleByList,
  '2.1': oneByMany,
  '4.1': ligatures,
  '6.1': byRules(false),
  '6.2': byRules(true),
  '6.3': inContext,
}
