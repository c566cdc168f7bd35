// The tables of a font that say how glyphs stand together (GPOS) and which stand in the place of
// others (GSUB), for fewer glyphs: in a face that has few letters the distances of all pairs of the
// whole font are half of its bytes.
import type { Block } from './blocks.ts'
import { BlockWriter, writeBlocks } from './blocks.ts'
import type { Called, Source, Variation } from './glyph-lists.ts'
import { numbersAt } from './glyph-lists.ts'
import { positionThinners } from './positions.ts'
import { replacementThinners } from './replacements.ts'

export interface ThinOptions {
  /** Glyphs. */
  readonly kept: ReadonlySet<number>
  readonly isKept: (feature: string) => boolean
  /** Lookups that are left empty. */
  readonly dropped?: ReadonlySet<number>
  readonly variation: Variation
}

const thinners = { GPOS: positionThinners, GSUB: replacementThinners }
const extensions = { GPOS: 9, GSUB: 7 } as const

/**
 * The same table without what is said about glyphs that are not kept, and without the features that
 * are not. Glyphs, features and lookups keep their numbers.
 * @throws Error for a form that the fonts of this project do not have
 */
export function thinLayout(tag: 'GPOS' | 'GSUB', table: Buffer, options: ThinOptions): Buffer {
  const { kept, isKept } = options
  const u16 = (at: number) => table.readUInt16BE(at)
  if (table.readUInt32BE(0) !== 0x10000) throw new Error(`${tag}: only version 1.0 is known here`)
  const called: Called = new Set()
  const source = { table, kept, called, variation: options.variation }
  const scripts = scriptList(table, u16(4))
  const features = featureList(table, u16(6), isKept, called)
  const list = u16(8)
  const lookups = new Map<number, Block>()
  for (const n of called) lookups.set(n, thinLookup(tag, source, list + u16(list + 2 + 2 * n)))
  const none = new BlockWriter().u16(1, 0, 0).end()
  const isDropped = (n: number) => options.dropped?.has(n) ?? false
  const all = Array.from({ length: u16(list) }, (_none, n) => (isDropped(n) ? none : (lookups.get(n) ?? none)))
  return writeBlocks(new BlockWriter().u16(1, 0).link(scripts).link(features).link(new BlockWriter().links(all).end()).end())
}

function scriptList(table: Buffer, list: number): Block {
  const u16 = (at: number) => table.readUInt16BE(at)
  const language = (at: number) =>
    new BlockWriter()
      .u16(0, u16(at + 2))
      .list(numbersAt(table, at + 4))
      .end()
  const writer = new BlockWriter().u16(u16(list))
  for (let n = 0; n < u16(list); n++) {
    const record = list + 2 + 6 * n
    const at = list + u16(record + 4)
    const script = new BlockWriter().link(u16(at) === 0 ? null : language(at + u16(at))).u16(u16(at + 2))
    for (let m = 0; m < u16(at + 2); m++) {
      const one = at + 4 + 6 * m
      script.text(table.toString('latin1', one, one + 4)).link(language(at + u16(one + 4)))
    }
    writer.text(table.toString('latin1', record, record + 4)).link(script.end())
  }
  return writer.end()
}

function featureList(table: Buffer, list: number, isKept: (feature: string) => boolean, called: Called): Block {
  const u16 = (at: number) => table.readUInt16BE(at)
  const writer = new BlockWriter().u16(u16(list))
  for (let n = 0; n < u16(list); n++) {
    const record = list + 2 + 6 * n
    const at = list + u16(record + 4)
    const name = table.toString('latin1', record, record + 4)
    const lookups = isKept(name) ? numbersAt(table, at + 2) : []
    for (const lookup of lookups) called.add(lookup)
    writer.text(name).link(new BlockWriter().u16(0).list(lookups).end())
  }
  return writer.end()
}

function thinLookup(tag: 'GPOS' | 'GSUB', source: Source, at: number): Block {
  const { table } = source
  const u16 = (place: number) => table.readUInt16BE(place)
  let type = u16(at)
  const subtables: Block[] = []
  for (const offset of numbersAt(table, at + 4)) {
    let place = at + offset
    if (u16(at) === extensions[tag]) {
      type = u16(place + 2)
      place += table.readUInt32BE(place + 4)
    }
    const thinned = thinners[tag][`${type}.${u16(place)}`]
    if (thinned === undefined) throw new Error(`${tag}: a lookup of type ${type}, format ${u16(place)}, is not known here`)
    const subtable = thinned(source, place)
    if (subtable !== null) subtables.push(subtable)
  }
  const flags = u16(at + 2)
  const writer = new BlockWriter().u16(type, flags).links(subtables)
  // Which marks are passed over.
  if (flags & 0x10) writer.u16(u16(at + 6 + 2 * u16(at + 4)))
  return writer.end()
}
