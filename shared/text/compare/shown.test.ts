import { expect, test } from 'vitest'
import { paragraph } from '../../testing/factories.ts'
import type { Doc, DocNode } from '../nodes.ts'
import { shownComparison } from './shown.ts'

const paragraphs = (count: number, word: string): Doc => ({
  type: 'doc',
  content: Array.from({ length: count }, (_, n): DocNode => ({ type: 'paragraph', content: [{ type: 'text', text: `${word} ${n}` }] })),
})
const whole = { around: null, words: null, grace: 0 } as const

test('what is more than a page can hold is cut, and the counts are of all', () => {
  const shown = shownComparison({ before: paragraphs(3_000, 'a'), stages: [{ body: paragraphs(3_000, 'b'), by: 0 }], ...whole })
  expect([shown.isCut, shown.changes >= 3_000, shown.entries.length > 1_000, shown.entries.length <= 4_000]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(shownComparison({ before: paragraphs(500, 'a'), stages: [{ body: paragraphs(500, 'b'), by: 0 }], ...whole }).isCut).toBe(false)
})

test('a text in more pieces than can be drawn is told as what went and what came, each whole', () => {
  const words = (shift: number) => Array.from({ length: 12_000 }, (_, n) => (n % 2 === 0 ? `w${n}` : `w${n + shift}`)).join(' ')
  const [before, after] = [words(0), words(100_000)]
  const { entries, added } = shownComparison({ before: paragraph(before), stages: [{ body: paragraph(after), by: 0 }], ...whole })
  expect(entries).toMatchObject([{ kind: 'text', pieces: [{ change: 'removed', text: before }, { change: 'added', text: after }] }]) // oxfmt-ignore
  expect(added).toBeLessThan(after.length)
})
