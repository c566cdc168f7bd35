import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { fc } from '../testing/properties.ts'
import { bodyOf, play, session } from '../testing/editing-session.ts'
import { checkDoc } from '../text/check.ts'
import { nodeRules, type Doc, type DocNode } from '../text/nodes.ts'
import { writeText } from './text-in-doc-write.ts'
import { checkedText, docToJson } from './text-in-doc.ts'

function textIn(ydoc: Y.Doc): Doc {
  const checked = checkedText(ydoc)
  if (!checked.ok) throw new Error(`${checked.reason} at ${checked.path}`)
  return checked.doc
}

const para = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const note = (name: string, text: string) => ({ type: 'footnote', attrs: { note: name }, content: [para(text)] })
const call = (name: string) => ({ type: 'footnoteRef', attrs: { note: name } })
const image = { type: 'image', attrs: { src: '/a.png' } }
const caption = (text: string) => ({ type: 'figcaption', content: [{ type: 'text', text }] })
const cell = (...texts: string[]) => ({ type: 'tableCell', content: texts.map(para) })
const row = (...cells: unknown[]) => ({ type: 'tableRow', content: cells })

/** Laid out without any check, as a merge may leave it. */
function laid(...nodes: readonly unknown[]): Y.Doc {
  const ydoc = new Y.Doc()
  writeText(ydoc, { type: 'doc', content: nodes as readonly DocNode[] }, 'test')
  return ydoc
}

test.each<[string, readonly unknown[], readonly unknown[]]>([
  [
    'two lists of notes are one at the end',
    [para('a'), { type: 'footnotes', content: [note('1', 'x')] }, para('b'), { type: 'footnotes', content: [note('2', 'y')] }],
    [para('a'), para('b'), { type: 'footnotes', content: [note('1', 'x'), note('2', 'y')] }],
  ],
  [
    'of two notes of one name the other gets a new one, or goes if it says the same',
    [para('a'), { type: 'footnotes', content: [note('1', 'x'), note('1', 'x'), note('1', 'y')] }],
    [para('a'), { type: 'footnotes', content: [note('1', 'x'), note('2', 'y')] }],
  ],
  ['a call whose note is gone goes too', [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }, call('1')] }], [para('a')]],
  ['a list of no notes goes', [para('a'), { type: 'footnotes' }], [para('a')]],
  ['a text of notes alone gets a paragraph', [{ type: 'footnotes', content: [note('1', 'x')] }], [{ type: 'paragraph' }, { type: 'footnotes', content: [note('1', 'x')] }]], // oxfmt-ignore
  ['two captions become one', [{ type: 'figure', content: [image, caption('a '), caption('b')] }], [{ type: 'figure', content: [image, caption('a b')] }]], // oxfmt-ignore
  ['a caption without its picture becomes a paragraph', [{ type: 'figure', content: [caption('a')] }], [para('a')]],
  ['two pictures become two figures', [{ type: 'figure', content: [image, image] }], [{ type: 'figure', content: [image] }, { type: 'figure', content: [image] }]], // oxfmt-ignore
  ['a figure of nothing and a list of nothing go', [para('a'), { type: 'figure' }, { type: 'bulletList' }], [para('a')]],
  ['an empty quote keeps a paragraph', [{ type: 'blockquote' }], [{ type: 'blockquote', content: [{ type: 'paragraph' }] }]],
  [
    'a task that begins with a list gets an empty line',
    [{ type: 'taskList', content: [{ type: 'taskItem', content: [{ type: 'blockquote', content: [para('a')] }] }] }],
    [
      {
        type: 'taskList',
        content: [{ type: 'taskItem', content: [{ type: 'paragraph' }, { type: 'blockquote', content: [para('a')] }] }],
      },
    ],
  ],
  [
    'rows of unequal length are filled up',
    [{ type: 'table', content: [row(cell('a'), cell('b')), row(cell('c'))] }],
    [{ type: 'table', content: [row(cell('a'), cell('b')), row(cell('c'), { type: 'tableCell', content: [{ type: 'paragraph' }] })] }],
  ],
  [
    'two paragraphs in a cell are joined by a break',
    [{ type: 'table', content: [row(cell('a', 'b'))] }],
    [{ type: 'table', content: [row({ type: 'tableCell', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }, { type: 'hardBreak' }, { type: 'text', text: 'b' }] }] })] }], // oxfmt-ignore
  ],
  ['a heading that has lost its level is a paragraph', [{ type: 'heading', content: [{ type: 'text', text: 'a' }] }], [para('a')]],
  ['a link that has lost its address is plain', [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'link' }] }] }], [para('a')]], // oxfmt-ignore
  [
    'an embed is of the provider that its address says',
    [{ type: 'embed', attrs: { url: 'https://vimeo.com/12345', provider: 'youtube' } }],
    [{ type: 'embed', attrs: { url: 'https://vimeo.com/12345', provider: 'vimeo' } }],
  ],
  ['words outside of a block get one', [{ type: 'text', text: 'a' }, { type: 'bulletList', content: [para('b')] }], [para('a'), { type: 'bulletList', content: [{ type: 'listItem', content: [para('b')] }] }]], // oxfmt-ignore
])('%s', (_what, nodes, expected) => {
  const ydoc = laid(...nodes)
  expect(textIn(ydoc)).toEqual({ type: 'doc', content: expected })
  writeText(ydoc, textIn(ydoc), 'test')
  expect(checkDoc(docToJson(ydoc), 'essay')).toEqual({ ok: true, doc: { type: 'doc', content: expected } })
})

test('what authors who were apart have made together is always a text, the same for all', () => {
  fc.assert(
    fc.property(session, (steps) => {
      const { updates, people } = play(steps)
      for (const ydoc of people) textIn(ydoc)
      const [one, other] = [new Y.Doc(), new Y.Doc()]
      for (const update of updates) Y.applyUpdate(one, update)
      for (const update of updates.toReversed()) Y.applyUpdate(other, update)
      expect(textIn(one)).toEqual(textIn(other))
    }),
    { numRuns: 80 },
  )
})

test('a document within limits is always a text, whatever stands in it', () => {
  const value = fc.constantFrom<unknown>(
    '1',
    'a',
    3,
    -1,
    true,
    '/a',
    'https://vimeo.com/12345',
    'vimeo',
    'member',
    { a: 1 },
    ' x\n\ny ',
    '',
  )
  const attrs = fc.constantFrom(...new Set(Object.values(nodeRules).flatMap((rule) => Object.keys(rule.attrs))))
  const { node } = fc.letrec<{ node: DocNode; nodes: DocNode[] }>((tie) => ({
    nodes: fc.array(tie('node'), { maxLength: 4 }),
    node: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.record({ type: fc.constant('text' as const), text: fc.constantFrom('words', 'a\nb', '\0', '\ud800x') }),
      fc
        .tuple(fc.constantFrom(...Object.keys(nodeRules), 'script'), fc.dictionary(attrs, value, { maxKeys: 4 }), tie('nodes'))
        // Made as a merge or an enemy would, against the types.
        .map(([type, given, content]) => ({ type, attrs: given, content }) as DocNode),
    ),
  }))
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), (nodes) => {
      const ydoc = new Y.Doc()
      const lay = (one: DocNode): Y.XmlElement | Y.XmlText => {
        if (one.text !== undefined) return new Y.XmlText(one.text)
        const element = new Y.XmlElement(one.type)
        for (const [name, given] of Object.entries(one.attrs ?? {})) element.setAttribute(name, given as string)
        element.insert(0, (one.content ?? []).map(lay))
        return element
      }
      bodyOf(ydoc).insert(0, nodes.map(lay))
      expect(checkedText(ydoc)).toMatchObject({ ok: true })
    }),
    { numRuns: 500 },
  )
})
