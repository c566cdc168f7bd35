import { expect, test } from 'vitest'
import type { Doc, DocNode } from './nodes.ts'
import { docToMarkdown } from './markdown-out.ts'

const paragraph = (text: string): DocNode => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const deep = (type: 'blockquote' | 'bulletList', levels: number, leaf: readonly DocNode[]): Doc => {
  let content = leaf
  for (let level = 0; level < levels; level += 1) {
    // A neighbour in each, so that none of them is a quotation of a quotation alone.
    const inner = type === 'blockquote' ? content : [{ type: 'listItem' as const, content }]
    content = [paragraph('x'), { type, content: inner }]
  }
  return { type: 'doc', content: [...content] }
}

/**
 * CPU milliseconds of this thread, the best of three: what others keep busy, or a collection,
 * counts in one of them at most.
 */
function costOf(work: () => unknown): number {
  const once = (): number => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  return Math.min(once(), once(), once())
}

test.each([
  ['quotations', 'blockquote', 56],
  ['lists', 'bulletList', 28],
] as const)('%s in each other cost what their text costs, however deep they are', (_what, type, levels) => {
  const leaf = Array.from({ length: 4_000 }, () => paragraph('some words of it\n'.repeat(2).trim()))
  const flat = costOf(() => docToMarkdown(deep(type, 1, leaf)))
  expect(costOf(() => docToMarkdown(deep(type, levels, leaf)))).toBeLessThan(3 * flat + 5)
})
