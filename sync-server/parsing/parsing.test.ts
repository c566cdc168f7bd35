import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ComparisonAsked } from '#shared/text/compare/shown.ts'
import { shownComparison } from '#shared/text/compare/shown.ts'
import { markdownToDoc, parseMarkdownFile } from '#shared/text/markdown-in.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { lazyBodyText } from '#server/pages/body-text.ts'
import { isCostlyToDraw } from '#server/pages/costly-text.ts'
import { compareInThread, parseFile, parseMarkdown, stopParsing } from './parsing.ts'
import { onThisMachine } from '#shared/testing/machine-slowness.ts'

/** 120 kB each, made to keep a parser busy. */
const hostile: readonly (readonly [string, string])[] = [
  '![', '[![', '[^a', '[', '[[', '[a](', '![a](', '[a](<b', '[a\n', '[^a\n', '[@', '*a ', '**a', '_*', '"*', '`a``', '~~a', '==a', '$a', '$$a ',
  '>', '> > ', '- ', '1. ', '+ a\n', '<', '<!--', '<em>', '&', '\\', 'http://', 'a@', '|a', ':::spoiler\n', ':::poll\n', '# a\n', 'a\n', '```a\n',
].map((unit) => [unit, unit.repeat(120_000 / unit.length)] as const) // oxfmt-ignore

afterAll(() => stopParsing())

/** A thread takes a while to start. */
beforeAll(() => parseMarkdown('x'.repeat(30_000), 'essay'))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('a text made to be slow', () => {
  // What this thread computes itself counts, not how busy the machine is.
  test.each(hostile)('%j × 120 kB: takes this thread less than a tenth of a second', async (_unit, markdown) => {
    expect(await computedHere(() => parseMarkdown(markdown, 'essay'))).toBeLessThan(onThisMachine(100))
  })
})

// That it is done in a thread is asked, not measured: what this thread computes for it may include
// the garbage of twelve files of tests.
test.each(['+ a\n', '![', '[a\n', '# a\n'])('%j × 19 kB: is parsed in a thread, and takes this one less than 100 ms', async (unit) => {
  const parse = () => parseMarkdown(unit.repeat(19_000 / unit.length), 'essay')
  expect(await computedHere(parse)).toBeLessThan(onThisMachine(100))
  await expectInThread(parse)
})

/** Work that this thread did by itself would end well. */
async function expectInThread(work: () => Promise<unknown>): Promise<void> {
  const answer = Promise.allSettled([work()])
  await stopParsing()
  expect(await answer).toMatchObject([{ status: 'rejected', reason: { kind: 'closed' } }])
}

/** CPU ms of this thread, without the garbage that other files of the process have left. */
async function computedHere(work: () => Promise<unknown>): Promise<number> {
  collectGarbage()
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

describe('a file whose front matter was made to be slow', () => {
  test.each(['[', '? ', '&a ', 'a: |\n', 'a:\n', '"a" '])(
    '%j × 19 kB: is parsed in a thread, and takes this one less than 100 ms',
    async (unit) => {
      const text = `---\n${unit.repeat(19_000 / unit.length)}\n---\nText`
      expect(await computedHere(() => parseFile(text))).toBeLessThan(onThisMachine(100))
      await expectInThread(() => parseFile(text))
      const { front, body } = parseMarkdownFile(text)
      expect(await parseFile(text)).toMatchObject({ front, body })
    },
  )
})

describe('two texts of 0.9 MB', () => {
  const [before, after] = [paragraph('a b '.repeat(225_000)), paragraph('b a '.repeat(225_000))]
  const asked: ComparisonAsked = { before, stages: [{ body: after, by: 0 }], around: null, words: 600, grace: 20 }

  test('are compared, or refused, while this thread computes less than a tenth of a second', async () => {
    expect(await computedHere(() => compareInThread(asked))).toBeLessThan(onThisMachine(100))
  })

  test('are refused when too many wait already: a page holds a reader of the store while it waits', async () => {
    const answers = Promise.allSettled(Array.from({ length: 9 }, () => compareInThread(asked)))
    await expect(compareInThread(asked)).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs: 2_000 })
    await stopParsing()
    const reasons = (await answers).map((answer) => (answer.status === 'rejected' ? String(answer.reason.code ?? answer.reason.kind) : ''))
    expect(reasons).toEqual([...Array.from({ length: 8 }, () => 'closed'), 'rate-limited'])
  })
})

test('two texts give in a thread what they give here', async () => {
  const asked = {
    before: markdownToDoc('One *word*.\n\nTwo.', 'essay').doc,
    stages: [
      { body: markdownToDoc('One.\n\nTwo, or three.', 'essay').doc, by: 0 },
      { body: markdownToDoc('One.\n\nTwo, or four.\n\nFive.', 'essay').doc, by: 1 },
    ],
    ...{ around: 1, words: 600, grace: 20 },
  }
  const compared = await compareInThread(asked)
  expect(compared).toEqual(shownComparison(asked))
  expect(compared).toMatchObject({ changes: 3, isCut: false })
})

test('a long text gives in a thread what it gives here', async () => {
  const markdown = Array.from({ length: 1_000 }, (_, at) => `## Part ${at}\n\nSome *words* of it.`).join('\n\n')
  expect(await parseMarkdown(markdown, 'essay')).toEqual(markdownToDoc(markdown, 'essay').doc)
})

test('more than a text may hold is refused, not an error', async () => {
  expect(await parseMarkdown('- a\n\n'.repeat(30_000), 'essay')).toBeNull()
})

describe('a long text is drawn in a thread, as it is drawn here', () => {
  const texts = {
    formulas: Array.from({ length: 12 }, (_, n) => `$$\n${n}${'+x_{1}^{2}'.repeat(470)}\n$$`).join('\n\n'),
    signs: 'a"<&> '.repeat(90_000),
    code: `\`\`\`js\n${'const f = (x) => `${x}`;\n'.repeat(900)}\`\`\``,
  }
  const options = { idPrefix: 'p-', profile: 'essay', trusted: false } as const

  test.each(Object.entries(texts))('%s', async (_what, markdown) => {
    const { html, longHtml, preview } = await lazyBodyText(() => 'https://essays.example')()
    const { doc } = markdownToDoc(markdown, 'essay')
    expect(isCostlyToDraw(doc)).toBe(true)
    const drawn: (string | null | undefined)[] = []
    // A thread that has to start is not what is measured.
    await longHtml?.(paragraph('x'), options)
    expect(await computedHere(async () => drawn.push(await longHtml?.(doc, options)))).toBeLessThan(onThisMachine(30))
    expect(await computedHere(async () => drawn.push(await preview?.(markdown, options)))).toBeLessThan(onThisMachine(30))
    const here = html(doc, options)
    expect(drawn.map((one) => one === here)).toEqual([true, true])
  })

  test('but a short one here', () => {
    expect(isCostlyToDraw(paragraph('words '.repeat(2_000)))).toBe(false)
    expect(isCostlyToDraw(markdownToDoc('$x^2$ and `code` '.repeat(50), 'essay').doc)).toBe(false)
  })
})
