import { describe, expect, test } from 'vitest'
import { markdownToDoc } from './markdown-in.ts'
import { excerpt, firstImage, hasHiddenText, plainText, readingMinutes, visibleText, textDirection, wordCount } from './measure.ts'
import type { Doc } from './nodes.ts'
import { outline } from './outline.ts'
import { renderDoc } from './render.ts'
import { plainOptions } from './well-formed.ts'

const read = (markdown: string): Doc => markdownToDoc(markdown, 'essay').doc
const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')

describe('the word count', () => {
  test.each([
    ['plain words, not signs', 'One two -- three, 4 … ! don’t', 5],
    ['German', 'Der Fluss kommt wieder, sagt man.', 6],
    ['Hindi', 'नदी फिर लौट आती है।', 5],
    ['Korean', '강은 다시 돌아온다.', 3],
    ['Japanese, two characters a word', '川は、また戻ってくる。', 5],
    ['Thai, which has marks above and below, four characters a word', 'ภาษาไทยเป็นภาษาที่ไม่มีช่องว่างระหว่างคำและเขียนติดกัน', 14],
    ['Lao', 'ພາສາລາວບໍ່ມີຊ່ອງຫວ່າງ', 5],
    ['Khmer', 'ភាសាខ្មែរមិនមានចន្លោះ', 5],
    ['Thai among Latin', 'The word ภาษา means language', 5],
    ['no collapsible parts', `a b\n\n:::details c\n${words(9)}\n:::`, 2],
    ['spoilers', ':::spoiler c\na b\n:::', 2],
    ['nothing after an appendix', `a\n\n## The Appendix: data\n\n${words(9)}\n\n## b\n\nc`, 1],
    ['no footnotes', `${words(10)}[^1]\n\n[^1]: ${words(14)}`, 10],
    ['footnotes that are over 60 % of the words', `${words(10)}[^1]\n\n[^1]: ${words(16)}`, 26],
    ['two characters of Chinese as a word', '潮水知道什么。', 3],
  ])('counts %s', (_what, markdown, count) => {
    expect(wordCount(read(markdown))).toBe(count)
  })

  test('becomes whole minutes, at least one', () => {
    expect([0, 374, 375, 2600].map((words) => readingMinutes(words))).toEqual([1, 1, 2, 10])
  })
})

describe('an excerpt', () => {
  test('is cut after a word, and has nothing hidden in it', () => {
    const doc = read('## Head\n\n:::spoiler x\nsecret\n:::\n\nThe speeds belong, to the sky.[^1]\n\n[^1]: note')
    expect(excerpt(doc, 24)).toBe('Head The speeds belong…')
    expect(excerpt(doc, 200)).toBe('Head The speeds belong, to the sky.')
    expect(excerpt(read('a'.repeat(50)), 10)).toBe(`${'a'.repeat(9)}…`)
    expect(excerpt(read('👩'.repeat(20)), 10).isWellFormed()).toBe(true)
  })
})

test('plain text has all the words, a line for each block', () => {
  expect(plainText(read('a *b*\n\n- c\n- d\n\n:::details e\nf[^1]\n:::\n\n[^1]: g'))).toBe('a b\nc\nd\nf\ng')
})

test('the visible text has every word outside hidden parts, and a sign for each of these', () => {
  const doc = read(
    'a[^1]\n\n:::spoiler b\nc\n:::\n\n> :::details d\n> e\n>\n> :::spoiler\n> f\n> :::\n> :::\n\n```\ng\n```\n\n[^1]: h\n\n    :::spoiler\n    i\n    :::',
  )
  expect(plainText(doc)).toBe('a\nc\ne\nf\ng\nh\ni')
  expect(visibleText(doc)).toBe('a\n(spoiler)\n(…)\ng\nh\n(spoiler)')
  expect([doc, read('> - a\n>   :::details b\n>   c\n>   :::'), read('a\n\n> b')].map(hasHiddenText)).toEqual([true, true, false])
})

test('the first picture is the first that is shown', () => {
  expect(firstImage(read('a\n\n:::spoiler x\n![s](/s.png)\n:::\n\n> ![b](/b.png){width=3 height=4}'))).toEqual({
    src: '/b.png',
    alt: 'b',
    width: 3,
    height: 4,
  })
  expect(firstImage(read('a'))).toBeNull()
})

test.each([
  ['plain', 'ltr'],
  ['«שלום» plain', 'rtl'],
  ['שלום\n\na\n\nb', 'ltr'],
  ['123', 'ltr'],
  ['مرحبا\n\nسلام\n\nb', 'rtl'],
] as const)('the direction of %j is %s', (markdown, direction) => {
  expect(textDirection(read(markdown))).toBe(direction)
})

describe('the table of contents', () => {
  test('has headings and bold paragraphs without gaps between levels, and skips what is hidden', () => {
    expect(outline(read('## A\n\n#### B\n\n**C**\n\n**d** e\n\n:::details x\n## F\n:::\n\n> ### G\n\n- **H**'))).toEqual([
      { id: 'h-a', title: 'A', level: 1 },
      { id: 'h-b', title: 'B', level: 3 },
      { id: 'h-c', title: 'C', level: 4 },
      { id: 'h-g', title: 'G', level: 2 },
    ])
  })

  test('drops bold paragraphs from more than 30 entries, if at least 8 remain', () => {
    const many = (headings: number): string => `${'## A\n\n'.repeat(headings)}${'**b**\n\n'.repeat(30)}`
    expect(outline(read(many(8)))).toHaveLength(8)
    expect(outline(read(many(7)))).toHaveLength(37)
  })

  test('has titles of at most 300 characters', () => {
    expect(outline(read(`## ${'a'.repeat(400)}`))[0]?.title).toHaveLength(300)
  })

  test('has the ids that the renderer gives', () => {
    const doc = read('## Ünï côde!\n\n## Ünï côde\n\n## Ünï côde 2\n\n## 潮水\n\n## ***\n\n## ?\n\n**Bold**\n\n## constructor')
    const html = renderDoc(doc, { ...plainOptions, idPrefix: '' })
    for (const { id } of outline(doc)) expect(html.split(` id="${id}"`)).toHaveLength(2)
    expect(outline(doc).map(({ id }) => id)).toContain('h-uni-code-2-2')
  })
})
