import { expect, test } from 'vitest'
import type { Doc, DocNode } from '../nodes.ts'
import { compareTexts } from './compare.ts'
import { changeCount, cutAfter, onlyChanges } from './show.ts'

const para = (text: string): DocNode => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const text = (change: Readonly<Record<number, string>> = {}): Doc => ({
  type: 'doc',
  content: Array.from({ length: 12 }, (_, at) => para(change[at] ?? `Paragraph ${at} with ten words in it, or so many.`)),
})

test('only what changed stays, with what stands around it', () => {
  const { entries } = compareTexts(text(), text({ 4: 'Paragraph 4 with eleven words in it, or so many.' }))
  expect(onlyChanges(entries, 1).map((entry) => (entry.kind === 'gap' ? entry.count : entry.kind))).toEqual([3, 'same', 'text', 'same', 6])
  expect(changeCount(entries)).toBe(1)
  expect(onlyChanges(compareTexts(text(), text()).entries, 1)).toEqual([{ kind: 'gap', count: 12 }])
})

test('what is long is cut after a block, unless little would be left out', () => {
  const { entries } = compareTexts(text(), text())
  expect(cutAfter(entries, 50, 5)).toHaveLength(5)
  expect(cutAfter(entries, 110, 20)).toHaveLength(12)
  expect(cutAfter(entries, 1, 0)).toHaveLength(1)
})
