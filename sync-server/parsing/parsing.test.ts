import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { parseMarkdown, stopParsing } from './parsing.ts'

/** 120 kB each, made to keep a parser busy. */
const hostile: readonly (readonly [string, string])[] = [
  '![', '[![', '[^a', '[', '[[', '[a](', '![a](', '[a](<b', '[a\n', '[^a\n', '[@', '*a ', '**a', '_*', '"*', '`a``', '~~a', '==a', '$a', '$$a ',
  '>', '> > ', '- ', '1. ', '+ a\n', '<', '<!--', '<em>', '&', '\\', 'http://', 'a@', '|a', ':::spoiler\n', ':::poll\n', '# a\n', 'a\n', '```a\n',
].map((unit) => [unit, unit.repeat(120_000 / unit.length)] as const) // prettier-ignore

afterAll(() => stopParsing())

/** A thread takes a while to start. */
beforeAll(() => parseMarkdown('x'.repeat(30_000), 'essay'))

describe('a text made to be slow', () => {
  // What this thread computes itself counts, not how busy the machine is.
  test.each(hostile)('%j × 120 kB: takes this thread less than a tenth of a second', async (_unit, markdown) => {
    const before = process.threadCpuUsage()
    await parseMarkdown(markdown, 'essay')
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(100)
  })
})

test('a long text gives in a thread what it gives here', async () => {
  const markdown = Array.from({ length: 1_000 }, (_, at) => `## Part ${at}\n\nSome *words* of it.`).join('\n\n')
  expect(await parseMarkdown(markdown, 'essay')).toEqual(markdownToDoc(markdown, 'essay').doc)
})

test('more than a text may hold is refused, not an error', async () => {
  expect(await parseMarkdown('- a\n\n'.repeat(30_000), 'essay')).toBeNull()
})
