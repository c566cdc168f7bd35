import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectDir } from '../steps.ts'
import { basic, fileOf, signs, subsetTables, subsets } from './make-subset.ts'
import type { Ranges } from './make-subset.ts'
import { readWoff2, writeWoff2 } from './woff2.ts'

const fontsDir = join(projectDir, 'web/ui/fonts')
const styles = readFileSync(join(projectDir, 'web/ui/styles/fonts.css'), 'utf8')
const later = readFileSync(join(projectDir, 'web/ui/styles/letters.css'), 'utf8')
const faces = `${styles}${later}`.match(/@font-face \{[^}]+\}/gu) ?? []

const hex = (character: number): string => character.toString(16).toUpperCase().padStart(4, '0')
const rangeWords = (ranges: Ranges): string =>
  ranges.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(', ')

test.each(subsets)('$to is what `npm run fonts` makes of $from', ({ from, ranges, to }) => {
  const made = subsetTables(fileOf(from), ranges)
  expect(readWoff2(readFileSync(join(fontsDir, to))).map(({ tag, data }) => [tag, data.toString('base64')])).toEqual(
    made.map(({ tag, data }) => [tag, data.toString('base64')]),
  )
})

// What it says of pairs, rules and weights is found again where the tables say that it stands.
test.each(subsets)('$to, cut again, stays as it is', ({ ranges, to }) => {
  const file = readFileSync(join(fontsDir, to))
  const again = new Map(subsetTables(file, ranges).map(({ tag, data }) => [tag, data]))
  const differing = readWoff2(file).filter(({ tag, data }) => !again.get(tag)?.equals(data))
  expect(differing.map(({ tag }) => tag)).toEqual([])
})

test.each(subsets)('$to is asked for by pages with its characters alone', ({ ranges, to }) => {
  expect(faces.find((face) => face.includes(`/${to}'`))).toContain(`unicode-range: ${rangeWords(ranges)};`)
})

test('the parts of a face have nothing in common, and together what the whole one had', () => {
  const whole = /latin-wght-italic\.woff2'\) format\('woff2'\);\s+unicode-range: ([^;]+);/u.exec(styles)?.[1] ?? ''
  const characters = (ranges: Ranges) =>
    ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_none, n) => first + n))
  const all = [...characters(basic), ...characters(signs)].sort((a, b) => a - b)
  expect(new Set(all).size).toBe(all.length)
  const said = whole.split(', ').map((range) => {
    const [first = '', last = first] = range.slice(2).split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
  // Control characters draw nothing.
  const drawn = (character: number) => character >= 0x20 && (character < 0x7f || character > 0x9f)
  expect(all.filter((character) => character < 0x2020 || character > 0x2021)).toEqual(
    characters(said)
      .filter((character) => drawn(character) && (character < 0x2020 || character > 0x2021))
      .sort((a, b) => a - b),
  )
})

/** Issue 26: at most 75 kB of faces on a page, with what its worker keeps, and heads. */
describe('a page in a language of western Europe', () => {
  const bytesOf = (...names: readonly string[]) => names.reduce((sum, name) => sum + statSync(join(fontsDir, name)).size, 0)

  test('loads at most 56.3 kB of faces for its words and its signs', () => {
    expect(bytesOf('source-serif-4-basic.woff2', 'inter-basic.woff2')).toBeLessThanOrEqual(56_300)
  })

  test('loads at most 73.3 kB with slanted words in it', () => {
    expect(bytesOf('source-serif-4-basic.woff2', 'inter-basic.woff2', 'source-serif-4-italic-basic.woff2')).toBeLessThanOrEqual(73_300)
  })
})

test('a font is written as it was read', () => {
  const file = fileOf('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
  const tables = readWoff2(file).filter(({ data }) => data.length < 2_000)
  expect(readWoff2(writeWoff2(tables, file))).toEqual(tables)
})
