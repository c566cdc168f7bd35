import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sheets } from '../app/style-sheets.ts'
import type { Sheet } from '../app/style-sheets.ts'

const folder = join(import.meta.dirname, 'styles')

/** A sheet without its comments and its white space: about what the build makes of it. */
function weigh(name: string): number {
  const text = readFileSync(join(folder, `${name}.css`), 'utf8')
  const parts = [...text.matchAll(/@import '\.\/([^']+)'/gu)].map(([, part = '']) => readFileSync(join(folder, part), 'utf8'))
  const small = [text, ...parts]
    .join('')
    .replace(/@import[^;]+;/gu, '')
    .replace(/\/\*[\s\S]*?\*\//gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/ ?([{};,>]) ?/gu, '$1')
  return brotliCompressSync(small).length
}

const first = 'index'
/** What is waited for before a page of a kind is painted. Issue 26: at most 8 kB. */
test.each<readonly [string, readonly (Sheet | typeof first)[], number]>([
  ['a post, and a page of the wiki without wiki-page.css', [first, 'essay'], 7_450],
  ['the front page, all posts and a member', [first, 'lists'], 7_450],
])('%s waits for little style', (_name, names, most) => {
  expect(names.reduce((sum, name) => sum + weigh(name), 0)).toBeLessThanOrEqual(most)
})

test.each<readonly [Sheet, number]>([
  ['foot', 1_400],
  ['discussion', 2_700],
  ['rare', 1_350],
  ['letters', 450],
])('%s.css, which comes with what it draws, does not grow', (name, most) => {
  expect(weigh(name)).toBeLessThanOrEqual(most)
})

test('every sheet stands in layers that the first one has put in their order', () => {
  const order = /@layer ([\w, ]+);/u.exec(readFileSync(join(folder, 'index.css'), 'utf8'))?.[1]?.split(', ') ?? []
  for (const name of sheets) {
    const layers = [...readFileSync(join(folder, `${name}.css`), 'utf8').matchAll(/^@layer (\w+) \{/gmu)].map(([, layer]) => layer)
    expect(
      layers.filter((layer) => !order.includes(layer ?? '')),
      name,
    ).toEqual([])
  }
})
