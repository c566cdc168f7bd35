// `npm run fonts`: the faces that pages need, in parts, from those of @fontsource: the first part
// is enough for most. They stand in web/ui/fonts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '../steps.ts'
import { thinGlyf, thinGvar } from './glyphs.ts'
import { thinDefinitions } from './definitions.ts'
import type { Variation } from './glyph-lists.ts'
import { thinLayout } from './layout.ts'
import { cmapOf, thinNames, withoutLighter, withoutNames, withoutWidths } from './small-tables.ts'
import { arrows, retainedFeatures, withSubstitutes } from './substitutions.ts'
import { readVariations, thinWidths } from './variations.ts'
import type { Table } from './woff2.ts'
import { readWoff2, writeWoff2 } from './woff2.ts'

/** First and last character of each run. */
export type Ranges = readonly (readonly [first: number, last: number])[]

/**
 * Letters of English and its neighbours, and the signs of English as it is set here: what every
 * page needs. A letter with an accent is put together of two that are there anyway.
 * web/ui/styles/fonts.css says the same ranges.
 */
export const basic: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa3, 0xa3],
  [0xa7, 0xa7],
  [0xa9, 0xa9],
  [0xab, 0xab],
  [0xb0, 0xb0],
  [0xb5, 0xb7],
  [0xbb, 0xbb],
  [0xc0, 0xff],
  [0x2010, 0x2015],
  [0x2018, 0x201f],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
]

/** Other signs of western Europe, and what few of its words have. */
export const signs: Ranges = [
  [0xa1, 0xa2],
  [0xa4, 0xa6],
  [0xa8, 0xa8],
  [0xaa, 0xaa],
  [0xac, 0xaf],
  [0xb1, 0xb4],
  [0xb8, 0xba],
  [0xbc, 0xbf],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x200f],
  [0x2016, 0x2017],
  [0x2020, 0x2021],
  [0x2023, 0x2025],
  [0x2027, 0x202e],
  [0x2030, 0x2038],
  [0x203b, 0x206f],
  [0x2122, 0x2122],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
]

const serif = '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'
// One weight: a heavier slanted face is asked for by few pages, and comes whole.
const slanted = '@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff2'
const sans = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

export interface Subset {
  /** In node_modules. */
  readonly from: string
  readonly ranges: Ranges
  /** In web/ui/fonts. */
  readonly to: string
}

export const subsets: readonly Subset[] = [
  { from: serif, ranges: basic, to: 'source-serif-4-basic.woff2' },
  { from: slanted, ranges: basic, to: 'source-serif-4-italic-basic.woff2' },
  { from: sans, ranges: basic, to: 'inter-basic.woff2' },
  { from: serif, ranges: signs, to: 'source-serif-4-signs.woff2' },
  { from: slanted, ranges: signs, to: 'source-serif-4-italic-signs.woff2' },
  { from: sans, ranges: signs, to: 'inter-signs.woff2' },
]

export const fileOf = (name: string): Buffer => readFileSync(join(projectDir, 'node_modules', name))

/** The tables of a smaller face. @param file the whole face, as WOFF2 */
export function subsetTables(file: Buffer, ranges: Ranges): readonly Table[] {
  const tables = readWoff2(file)
  const dataOf = (tag: string): Buffer => {
    const found = tables.find((table) => table.tag === tag)
    if (found === undefined) throw new Error(`a face without ${tag}`)
    return found.data
  }
  const glyphOf = characterMap(dataOf('cmap'))
  const asked = ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_none, n) => [first + n, glyphOf(first + n)] as const))
    .filter(([, glyph]) => glyph !== 0)
  const { glyf, kept } = thinGlyf(dataOf('glyf'), withSubstitutes(dataOf('GSUB'), new Set([0, ...asked.map(([, glyph]) => glyph)])))
  const changes: number[] = []
  const variation = variationsOf(dataOf('GDEF'), changes)
  const isKept = (feature: string) => retainedFeatures.has(feature)
  const positions = thinLayout('GPOS', dataOf('GPOS'), { kept, variation, isKept: () => true })
  const thinned: Readonly<Record<string, (data: Buffer) => Buffer>> = {
    glyf: () => glyf,
    GPOS: () => positions,
    GSUB: (data) => thinLayout('GSUB', data, { kept, variation, isKept, dropped: arrows(data) }),
    GDEF: (data) => thinDefinitions(data, kept, changes),
    HVAR: (data) => thinWidths(data, dataOf('maxp').readUInt16BE(4), kept),
    hmtx: (data) => withoutWidths(data, kept, dataOf('hhea').readUInt16BE(34)),
    cmap: () => cmapOf(new Map(asked)),
    name: thinNames,
    gvar: (data) => thinGvar(data, kept),
    fvar: withoutLighter,
    post: withoutNames,
  }
  return tables
    .filter(({ tag }) => !unread.has(tag))
    .map((table): Table => {
      const data = thinned[table.tag]?.(table.data) ?? table.data
      return { ...table, data, originalLength: table.isTransformed ? table.originalLength : data.length }
    })
}

/** What a list of weights to choose from needs: no browser has one. */
const unread: ReadonlySet<string> = new Set(['STAT'])

/**
 * Numbers the changes with the weight that positions have, each once.
 * @param changes to be filled
 */
function variationsOf(definitions: Buffer, changes: number[]): Variation {
  const at = definitions.readUInt16BE(2) < 3 ? 0 : definitions.readUInt32BE(14)
  const changeOf = at === 0 ? null : readVariations(definitions, at)
  return (outer, inner) => {
    const change = changeOf?.(outer, inner) ?? 0
    if (change === 0) return null
    if (!changes.includes(change)) changes.push(change)
    return changes.indexOf(change)
  }
}

/** Format 4 of `cmap`, which all of these have. */
function characterMap(cmap: Buffer): (character: number) => number {
  const u16 = (at: number) => cmap.readUInt16BE(at)
  const at = Array.from({ length: u16(2) }, (_none, n) => cmap.readUInt32BE(8 + 8 * n)).find((place) => u16(place) === 4)
  if (at === undefined) throw new Error('cmap: no format 4')
  const segments = u16(at + 6) / 2
  const [ends, starts, deltas, offsets] = [at + 14, at + 16 + 2 * segments, at + 16 + 4 * segments, at + 16 + 6 * segments]
  return (character) => {
    for (let n = 0; n < segments; n++) {
      if (u16(ends + 2 * n) < character) continue
      if (u16(starts + 2 * n) > character) return 0
      const place = offsets + 2 * n
      if (u16(place) === 0) return (character + u16(deltas + 2 * n)) & 0xffff
      const glyph = u16(place + u16(place) + 2 * (character - u16(starts + 2 * n)))
      return glyph === 0 ? 0 : (glyph + u16(deltas + 2 * n)) & 0xffff
    }
    return 0
  }
}

if (import.meta.main) {
  for (const { from, ranges, to } of subsets) {
    const file = fileOf(from)
    const face = writeWoff2(subsetTables(file, ranges), file)
    writeFileSync(join(projectDir, 'web/ui/fonts', to), face)
    console.log(`${to}: ${face.length} bytes`)
  }
}
