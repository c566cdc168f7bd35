import { describe, expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { anyDoc, phrase } from '../testing/any-text.ts'
import { checkDoc } from './check.ts'
import { markdownToDoc } from './markdown-in.ts'
import type { Doc } from './nodes.ts'
import { docToMarkdown } from './markdown-out.ts'
import { withoutOuterSpaces } from './outer-spaces.ts'
import { renderDoc } from './render.ts'
import { isWellFormedHtml, plainOptions } from './well-formed.ts'

const runs = { numRuns: 300 }

describe('any text', () => {
  test('written as Markdown and read again is the same text', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        expect(markdownToDoc(docToMarkdown(doc), 'essay').doc).toEqual(withoutOuterSpaces(doc))
      }),
      runs,
    )
  })

  test('once checked is checked again without a change', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        expect(checkDoc(JSON.parse(JSON.stringify(doc)), 'essay')).toEqual({ ok: true, doc })
      }),
      runs,
    )
  })

  test('is rendered as well-formed HTML in which each id stands once', () => {
    fc.assert(
      fc.property(anyDoc, fc.constantFrom('sides-and-end', 'end', 'inline'), fc.boolean(), (doc, footnotes, isPost) => {
        const html = renderDoc(doc, { ...plainOptions, footnotes, pollsOf: isPost ? 'post' : undefined })
        expect(isWellFormedHtml(html)).toBe(true)
        const ids = [...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1])
        expect(new Set(ids).size).toBe(ids.length)
      }),
      runs,
    )
  })
})

test.each([']:tide', ']: tide', '^]:tide'])('a paragraph that begins with a link around the code %s is no definition of a link', (text) => {
  const link = { type: 'link', attrs: { href: 'https://example.org/' } } as const
  const doc: Doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [link, { type: 'code' }] }] }] }
  expect(markdownToDoc(docToMarkdown(doc), 'essay').doc).toEqual(doc)
})

test.each([
  '1. not a list',
  '27) nor this',
  '- dash',
  '+ plus',
  '= line',
  '> quoted',
  '# number',
  '| cell |',
  ': said',
  '*star',
  '1986. A year',
])('a paragraph that begins %j stays a paragraph, at its start and after a line break', (text) => {
  const content = [{ type: 'text', text: 'One' }, { type: 'hardBreak' }, { type: 'text', text }] as const
  const doc: Doc = {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text }] },
      { type: 'paragraph', content },
    ],
  }
  expect(markdownToDoc(docToMarkdown(doc), 'essay').doc).toEqual(doc)
})

// Written as Markdown a form shows it to a person: before, `&#12288;` stood where a Japanese
// paragraph begins, and `&#32;` behind what was typed.
test.each([
  ['\u3000段落です。\u3000', '\u3000段落です。\u3000'],
  ['\u00a0a\u00a0', '\u00a0a\u00a0'],
  [' a ', 'a'],
  ['\ta\t ', 'a'],
  ['\u3000 ', '\u3000'],
  [' ', '<!-- -->'],
])('the paragraph %j is written %j, without an entity', (text, markdown) => {
  const doc: Doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
  expect(docToMarkdown(doc)).toBe(`${markdown}\n`)
  expect(markdownToDoc(docToMarkdown(doc), 'essay').doc).toEqual(withoutOuterSpaces(doc))
})

test('Markdown of any characters is read into a text that passes the check and survives a round trip', () => {
  const junk = fc.array(
    fc.oneof(
      phrase,
      fc.constantFrom(
        '\n',
        '\n\n',
        '    ',
        '> ',
        '- ',
        '\n:::\n',
        '\n$$\n',
        '| a | b |\n|---|---|\n',
        '\n:::poll a\n- b\n- c\n:::\n',
        '\n:::prediction a\n- b\n:::\n',
        ':::machine x\n',
      ),
    ),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(
      junk.map((parts) => parts.join('')),
      (markdown) => {
        const { doc } = markdownToDoc(markdown, 'essay')
        expect(checkDoc(doc, 'essay')).toEqual({ ok: true, doc })
        expect(markdownToDoc(docToMarkdown(doc), 'essay').doc).toEqual(withoutOuterSpaces(doc))
      },
    ),
    runs,
  )
})
