import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { namedSheets, sheets, withSheets } from './style-sheets.ts'

const here = (name: string) => `<div hidden="" data-sheet="${name}"></div>`

test('a page that is not only read waits for every sheet', () => {
  expect(namedSheets('<main></main>', undefined)).toEqual({ head: sheets, below: [], later: [] })
})

test('a page that is only read waits for those of its kind; what it names in its body comes there', () => {
  const app = `<main><div class="essay">Words</div>${here('discussion')}<ul class="thread"></ul></main>`
  const named = namedSheets(app, ['essay', 'discussion'])
  expect(named).toEqual({ head: ['essay'], below: ['discussion'], later: ['more'] })
  expect(withSheets(app, named.below, (sheet) => `<link ${sheet}>`)).toContain(
    'Words</div><div hidden="" data-sheet="discussion"><link discussion></div><ul',
  )
})

test.each([
  ['a table in a text', '<div class="essay"><table><tr></tr></table></div>', ['rare']],
  ['a table elsewhere', '<table class="board"></table>', []],
  ['a poll', '<form class="poll" method="post"></form>', ['rare']],
  ['a formula', '<span class="tex long"></span>', ['rare']],
  ['a text in Japanese', '<div class="essay" lang="ja"></div>', ['rare']],
  ['a text in Arabic', '<div class="essay" lang="ar"></div>', ['rare']],
  ['a link to one', '<a href="/posts/1/a" lang="ar" dir="rtl"></a>', []],
  ['a branch that folds', '<details class="front-fold"><button class="c-fold"></button></details>', []],
  ['a name from Prague', '<a>Hana Kovářová</a>', ['letters']],
  ['a name from Lyon', '<a>Zoé Lefèvre</a>', []],
])('%s asks for what draws it', (_what, app, more) => {
  expect(namedSheets(app, ['lists']).head).toEqual(['lists', ...more])
})

describe('letters.css', () => {
  const rangesIn = (name: string) => {
    const text = readFileSync(join(import.meta.dirname, `../ui/styles/${name}.css`), 'utf8')
    return new Set([...text.matchAll(/unicode-range: ([^;]+);/gu)].flatMap(([, ranges = '']) => ranges.split(', ')))
  }
  const charactersOf = (range: string) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split('-')
      .map((one) => Number.parseInt(one, 16))
    return Array.from({ length: last - first + 1 }, (_none, n) => String.fromCodePoint(first + n))
  }
  const isNamedFor = (character: string) => namedSheets(`<p>${character}</p>`, []).head.includes('letters')

  test('is named for each character that one of its faces draws', () => {
    const missed = [...rangesIn('letters')].flatMap(charactersOf).filter((character) => !isNamedFor(character))
    expect(missed.map((character) => character.codePointAt(0)?.toString(16))).toEqual([])
  })

  test('is not for what the faces that every page has draw', () => {
    const [basic = ''] = [...rangesIn('fonts')].filter((range) => range.startsWith('U+0020'))
    expect(basic).not.toBe('')
    const words = charactersOf(basic).join('')
    expect(isNamedFor(words)).toBe(false)
    expect(isNamedFor('Zoë’s café – “10 €”, naïve, Ærø, µm, 5 × 3')).toBe(false)
  })

  test('draws none of the signs that our own styles put before or after words', () => {
    const folder = join(import.meta.dirname, '../ui/styles')
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    const signs = texts.flatMap((text) => [...text.matchAll(/content: "([^"]+)"/gu)].map(([, sign = '']) => sign))
    expect(signs.length).toBeGreaterThan(10)
    expect(signs.filter(isNamedFor)).toEqual([])
  })
})
