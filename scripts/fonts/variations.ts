// What a variable font says about numbers that change with the weight (ItemVariationStore), without
// what it says about weights lighter than its own: the product has none. One axis.
import type { Block } from './blocks.ts'
import { BlockWriter, writeBlocks } from './blocks.ts'

const one = 0x4000
const allBytes = 0x7fff
const none = 0xffff

/**
 * By how much a number is another at the heaviest weight.
 * @param at where the store begins
 * @throws Error where it is not in proportion to the weight
 */
export function readVariations(table: Buffer, at: number): (outer: number, inner: number) => number {
  const u16 = (place: number) => table.readUInt16BE(place)
  const regions = at + table.readUInt32BE(at + 2)
  const isHeavier = Array.from({ length: u16(regions + 2) }, (_none, n) => {
    const [start, peak, end] = [4, 6, 8].map((offset) => table.readInt16BE(regions + offset + 6 * n))
    if (start === -one && peak === -one && end === 0) return false
    if (start === 0 && peak === one && end === one) return true
    throw new Error('variations: a part of the weights that is not known here')
  })
  return (outer, inner) => {
    if (outer === none) return 0
    const data = at + table.readUInt32BE(at + 8 + 4 * outer)
    const [words, count] = [u16(data + 2), u16(data + 4)]
    if (words > allBytes) throw new Error('variations: long numbers are not known here')
    let place = data + 6 + 2 * count + inner * (count + words)
    let sum = 0
    for (let n = 0; n < count; n++) {
      const change = n < words ? table.readInt16BE(place) : table.readInt8(place)
      place += n < words ? 2 : 1
      if (isHeavier[u16(data + 6 + 2 * n)] === true) sum += change
    }
    return sum
  }
}

/** A store of these changes, in their order: 0, n finds them. */
export function writeVariations(changes: readonly number[]): Block {
  const regions = new BlockWriter().u16(1, 1, 0, one, one).end()
  const rows = new BlockWriter().u16(changes.length, 1, 1, 0, ...changes).end()
  return new BlockWriter().u16(1, 0).link(regions).u16(1, 0).link(rows).end()
}

/** The table that says how wide glyphs get (HVAR). A glyph that is not kept stays as it is. */
export function thinWidths(table: Buffer, glyphCount: number, kept: ReadonlySet<number>): Buffer {
  const changeOf = readVariations(table, table.readUInt32BE(4))
  const indexOf = widthIndexes(table, table.readUInt32BE(8))
  const changes = Array.from({ length: glyphCount }, (_none, glyph) => (kept.has(glyph) ? changeOf(...indexOf(glyph)) : 0))
  // After the store, where lists of indexes would be: none.
  return writeBlocks(new BlockWriter().u16(1, 0, 0).link(writeVariations(changes)).u16(0, 0, 0, 0, 0, 0).end())
}

/** Which of the changes is a glyph's: by a list, or the glyph's own number. */
function widthIndexes(table: Buffer, list: number): (glyph: number) => readonly [outer: number, inner: number] {
  if (list === 0) return (glyph) => [0, glyph]
  if (table.readUInt8(list) !== 0) throw new Error('HVAR: a long list of widths is not known here')
  const format = table.readUInt8(list + 1)
  const [bits, bytes] = [(format & 0xf) + 1, ((format >> 4) & 3) + 1]
  const count = table.readUInt16BE(list + 2)
  return (glyph) => {
    const entry = table.readUIntBE(list + 4 + bytes * Math.min(glyph, count - 1), bytes)
    return [entry >> bits, entry & ((1 << bits) - 1)]
  }
}
