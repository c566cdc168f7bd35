// Which glyphs a font's substitutions (GSUB) may put in the place of others: ligatures, figures of
// one width, forms that hang on their neighbours.
import { coverageAt } from './glyph-lists.ts'

/**
 * What browsers do unasked, and what our styles ask for (figures): a face that lacks a form which
 * some style asks for would draw nothing there.
 */
export const retainedFeatures: ReadonlySet<string> = new Set('calt ccmp clig liga locl rclt rlig rvrn tnum pnum lnum onum'.split(' '))

export function withSubstitutes(gsub: Buffer, glyphs: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set(glyphs)
  const lookups = lookupsOf(gsub)
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const { type, tables } of lookups) for (const at of tables) apply(gsub, type, at, found)
  }
  return found
}

interface Lookup {
  readonly type: number
  readonly tables: readonly number[]
}

const ligature = 4
const extension = 7

/** Those of the kept features, and those that they call upon where the neighbours are right. */
function lookupsOf(gsub: Buffer): readonly Lookup[] {
  const drawn = arrows(gsub)
  return [...reached(gsub, retainedFeatures)].filter(([n]) => !drawn.has(n)).map(([, lookup]) => lookup)
}

/**
 * The lookups that draw an arrow for what was typed as `->`: a hundred glyphs of Inter, for what is
 * shown as it was written as well. They are ligatures that hang on their neighbours (`calt`).
 */
export function arrows(gsub: Buffer): ReadonlySet<number> {
  const others = reached(gsub, new Set([...retainedFeatures].filter((feature) => feature !== 'calt')))
  const found = [...reached(gsub, new Set(['calt']))].filter(([n, { type }]) => type === ligature && !others.has(n))
  return new Set(found.map(([n]) => n))
}

function reached(gsub: Buffer, features: ReadonlySet<string>): ReadonlyMap<number, Lookup> {
  const asked = new Set(lookupsInUse(gsub, features))
  const found = new Map<number, Lookup>()
  for (const n of asked) {
    const lookup = lookupAt(gsub, n)
    found.set(n, lookup)
    if (lookup.type > ligature)
      for (const table of lookup.tables) for (const called of calledBy(gsub, lookup.type, table)) asked.add(called)
  }
  return found
}

function lookupAt(gsub: Buffer, n: number): Lookup {
  const u16 = (at: number) => gsub.readUInt16BE(at)
  const list = u16(8)
  const at = list + u16(list + 2 + 2 * n)
  const tables = Array.from({ length: u16(at + 4) }, (_no, m) => at + u16(at + 6 + 2 * m))
  if (u16(at) !== extension) return { type: u16(at), tables }
  return { type: u16((tables[0] ?? 0) + 2), tables: tables.map((table) => table + gsub.readUInt32BE(table + 4)) }
}

/**
 * Whatever the neighbours are: by their glyphs, by their classes, or by sets. @throws Error for a
 * kind that these fonts do not have.
 */
function calledBy(gsub: Buffer, type: number, table: number): readonly number[] {
  if (type !== 6) throw new Error(`GSUB: lookups of type ${type} are not known here`)
  const u16 = (at: number) => gsub.readUInt16BE(at)
  const called = (from: number) => Array.from({ length: u16(from) }, (_none, n) => u16(from + 4 + 4 * n))
  const format = u16(table)
  if (format === 3) {
    let at = table + 2
    // What stands before, what is put in another's place, what follows.
    for (let list = 0; list < 3; list++) at += 2 + 2 * u16(at)
    return called(at)
  }
  const sets = table + (format === 1 ? 4 : 10)
  return offsetsAt(gsub, sets).flatMap((set) =>
    offsetsAt(gsub, table + set).flatMap((rule) => {
      let at = table + set + rule
      at += 2 + 2 * u16(at)
      at += 2 * u16(at)
      at += 2 + 2 * u16(at)
      return called(at)
    }),
  )
}

/** How many, then each; 0 stands for none. */
function offsetsAt(gsub: Buffer, at: number): readonly number[] {
  return Array.from({ length: gsub.readUInt16BE(at) }, (_none, n) => gsub.readUInt16BE(at + 2 + 2 * n)).filter((offset) => offset !== 0)
}

function lookupsInUse(gsub: Buffer, kept: ReadonlySet<string>): ReadonlySet<number> {
  const u16 = (at: number) => gsub.readUInt16BE(at)
  const features = u16(6)
  const used = new Set<number>()
  for (let n = 0; n < u16(features); n++) {
    const record = features + 2 + 6 * n
    const at = features + u16(record + 4)
    if (kept.has(gsub.toString('latin1', record, record + 4))) for (let m = 0; m < u16(at + 2); m++) used.add(u16(at + 4 + 2 * m))
  }
  return used
}

/** Single, multiple, alternate and ligature substitutions. */
function apply(gsub: Buffer, type: number, at: number, found: Set<number>): void {
  const u16 = (place: number) => gsub.readUInt16BE(place)
  if (type > ligature) return
  const list = (place: number, count: number) => Array.from({ length: count }, (_none, n) => u16(place + 2 * n))
  for (const [n, glyph] of coverageAt(gsub, at + u16(at + 2)).entries()) {
    if (!found.has(glyph)) continue
    if (type === 1) found.add(u16(at) === 1 ? (glyph + u16(at + 4)) & 0xffff : u16(at + 6 + 2 * n))
    else {
      const set = at + u16(at + 6 + 2 * n)
      if (type < ligature) for (const one of list(set + 2, u16(set))) found.add(one)
      else
        for (const offset of list(set + 2, u16(set)))
          if (list(set + offset + 4, u16(set + offset + 2) - 1).every((part) => found.has(part))) found.add(u16(set + offset))
    }
  }
}
