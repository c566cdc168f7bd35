import type { Node } from '@tiptap/pm/model'
import { EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import { deleteColumn, TableMap } from '@tiptap/pm/tables'
import { prosemirrorJSONToYXmlFragment, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { checkDoc } from '#shared/text/check.ts'
import { codeSpans } from '#shared/text/highlight.ts'
import { setOrFault } from '#shared/text/set-math.ts'
import { insertBlock } from '../parts/insert-block.ts'
import { insertList } from '../parts/insert-list.ts'
import { makeEditor } from '../make-editor.ts'
import { factsOf } from '../plugins/facts.ts'
import { codeLanguages } from './context.ts'
import { tableActions } from './table-actions.ts'

type Json = { readonly type: string; readonly attrs?: object; readonly content?: readonly Json[]; readonly text?: string }

const { extensionManager, schema } = makeEditor({ doc: new Y.Doc(), awareness: null, ports: null, element: null })
const paragraph = (text = ''): Json => ({ type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) })
const cell = (text: string, type = 'tableCell'): Json => ({ type, content: [paragraph(text)] })
const table = (...rows: readonly (readonly string[])[]): Json => ({
  type: 'table',
  content: rows.map((row) => ({ type: 'tableRow', content: row.map((text) => cell(text)) })),
})
const poll = (uid: string, ...options: readonly string[]): Json => ({
  type: 'poll',
  attrs: { uid, question: 'Which?' },
  content: options.map((text, at) => ({ type: 'pollOption', attrs: { uid: `o${at}`, text } })),
})
const stateOf = (...content: readonly Json[]): EditorState =>
  EditorState.create({ doc: schema.nodeFromJSON({ type: 'doc', content }), plugins: extensionManager.plugins })
/** A key pressed in the first paragraph. */
const touched = (state: EditorState): EditorState => state.apply(state.tr.insertText('x', 1))
const cells = (doc: Node): readonly (readonly string[])[] => {
  const found: string[][] = []
  doc.descendants((node) => {
    if (node.type.name === 'tableRow') found.push(node.children.map((child) => child.textContent))
    return node.type.name !== 'tableRow'
  })
  return found
}
const problems = (doc: Node) => checkDoc(doc.toJSON(), 'essay')

describe('tables', () => {
  test('a row that lacks a cell gets an empty one at the next key anywhere, and no cell goes', () => {
    const state = touched(stateOf(paragraph('a'), table(['1', '2', '3'], ['4', '5'])))
    expect(cells(state.doc)).toEqual([
      ['1', '2', '3'],
      ['4', '5', ''],
    ])
    expect(problems(state.doc).ok).toBe(true)
  })

  test('what came apart by a merge is mended once: both devices hold the same, and what readers get is whole meanwhile', () => {
    const [mine, theirs] = [new Y.Doc(), new Y.Doc()]
    prosemirrorJSONToYXmlFragment(
      schema,
      { type: 'doc', content: [paragraph('a'), table(['1', '2'], ['3', '4'])] },
      mine.getXmlFragment('body'),
    )
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine))
    const rowOf = (doc: Y.Doc, at: number): Y.XmlElement => {
      const found = doc.getXmlFragment('body').get(1)
      const row = found instanceof Y.XmlElement ? found.get(at) : undefined
      if (!(row instanceof Y.XmlElement)) throw new Error('no row there')
      return row
    }
    // One takes a column away, the other adds a row of two cells.
    for (const at of [0, 1]) rowOf(mine, at).delete(1)
    const found = theirs.getXmlFragment('body').get(1)
    const row = new Y.XmlElement('tableRow')
    if (found instanceof Y.XmlElement) found.insert(2, [row])
    row.insert(
      0,
      ['5', '6'].map((text) => {
        const [element, inner] = [new Y.XmlElement('tableCell'), new Y.XmlElement('paragraph')]
        inner.insert(0, [new Y.XmlText(text)])
        element.insert(0, [inner])
        return element
      }),
    )
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(theirs))
    const merged = yXmlFragmentToProseMirrorRootNode(mine.getXmlFragment('body'), schema)
    expect(factsOf(merged).unevenTables).toHaveLength(1)
    expect(checkedText(mine).ok).toBe(true)
    const state = touched(EditorState.create({ doc: merged, plugins: extensionManager.plugins }))
    expect(cells(state.doc)).toEqual([
      ['1', ''],
      ['3', ''],
      ['5', '6'],
    ])
  })

  test('pasted paragraphs become the lines of the one paragraph that a cell holds', () => {
    const crowded: Json = {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph('a'), paragraph('b')] }] }],
    }
    const state = touched(stateOf(paragraph('t'), crowded))
    expect(problems(state.doc)).toMatchObject({ ok: true })
    expect(state.doc.child(1).firstChild?.firstChild?.firstChild?.childCount).toBe(3)
  })

  test.each(tableActions.map((action) => [action.name, action] as const))(
    '%s leaves a text that can be published',
    (_name, { command }) => {
      const state = stateOf(paragraph('a'), table(['1', '2'], ['3', '4']))
      let inCell = 0
      state.doc.descendants((node, at) => {
        if (node.isText && node.text === '3') inCell = at
      })
      let after = state.apply(state.tr.setSelection(TextSelection.create(state.doc, inCell)))
      command(after, (transaction) => (after = after.apply(transaction)))
      expect(problems(after.doc)).toMatchObject({ ok: true })
      after.doc.forEach((block) => block.type.name === 'table' && expect(TableMap.get(block).problems).toBeNull())
    },
  )

  test('outside of a table nothing of it can be done', () => {
    expect(deleteColumn(stateOf(paragraph('a')))).toBe(false)
    expect(tableActions.filter(({ command }) => command(stateOf(paragraph('a'))))).toEqual([])
  })
})

test('a copy of a prediction question is one of its own, and needs no options', () => {
  const question = { type: 'prediction', attrs: { uid: 'q', title: 'Rain?' } }
  const state = touched(stateOf(paragraph('a'), question, question))
  const found = factsOf(state.doc).polls.map(({ node }) => node)
  expect(found.map(({ type }) => type.name)).toEqual(['prediction', 'prediction'])
  expect(new Set(found.map(({ attrs }): unknown => attrs['uid'])).size).toBe(2)
})

describe('polls', () => {
  test('a copy of a poll is a poll of its own', () => {
    const state = touched(stateOf(paragraph('a'), poll('p', 'A', 'B'), poll('p', 'A', 'B')))
    const uids = factsOf(state.doc).polls.map(({ node }): unknown => node.attrs['uid'])
    expect(uids[0]).toBe('p')
    expect(new Set(uids).size).toBe(2)
    expect(problems(state.doc).ok).toBe(true)
  })

  test('one whose options were taken out by two authors becomes words', () => {
    const state = touched(stateOf(paragraph('a'), poll('p', 'A')))
    expect(state.doc.children.map((block) => block.textContent)).toEqual(['xa', 'Which?', 'A'])
  })

  test('is taken and deleted as a whole', () => {
    const state = stateOf(paragraph('a'), poll('p', 'A', 'B'))
    const selected = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, 3)))
    expect(selected.apply(selected.tr.deleteSelection()).doc.childCount).toBe(1)
  })
})

describe('what the server mends for readers', () => {
  const written = (...content: readonly Json[]): Y.Doc => {
    const ydoc = new Y.Doc()
    prosemirrorJSONToYXmlFragment(schema, { type: 'doc', content }, ydoc.getXmlFragment('body'))
    return ydoc
  }

  test('two polls of one name, one with a single option, and one with too many keep all their words', () => {
    const many = Array.from({ length: 22 }, (_, at) => `option ${at}`)
    const checked = checkedText(written(poll('p', 'A', 'B'), poll('p', 'C', 'D'), poll('s', 'only'), poll('m', ...many)))
    if (!checked.ok) throw new Error(checked.reason)
    const { content } = checked.doc
    expect(content.map(({ type }) => type)).toEqual(['poll', 'poll', 'paragraph', 'paragraph', 'poll', 'paragraph', 'paragraph'])
    expect(new Set(content.filter(({ type }) => type === 'poll').map(({ attrs }) => attrs?.['uid'])).size).toBe(3)
  })
})

test('code is coloured at the places of its letters, and every language of the list is known', () => {
  const spans = codeSpans()('const a = "b" // c', 'javascript')
  expect(spans).toContainEqual({ from: 0, to: 5, look: 'k' })
  expect(spans).toContainEqual({ from: 10, to: 13, look: 's' })
  const colour = codeSpans()
  expect(
    codeLanguages.filter(
      ([name]) =>
        name !== 'shell' &&
        name !== 'diff' &&
        name !== 'markdown' &&
        colour('# a "b" 1\nclass x { y: 1 } -- function <a b="c">', name).length === 0,
    ),
  ).toEqual([])
})

test('a formula that cannot be set says why in words', () => {
  expect(setOrFault('x^2', false).fault).toBeNull()
  expect(setOrFault('\\frac{1}{', false).fault).toMatch(/^The formula can’t be displayed: .*\.$/)
  expect(setOrFault('x'.repeat(5001), false).fault).toMatch(/longer/)
})

test('what can be inserted has a name and a label of its own each', () => {
  expect(new Set(insertList.map(({ name }) => name)).size).toBe(insertList.length)
  expect(new Set(insertList.map(({ label }) => label)).size).toBe(insertList.length)
})

test('a block that is inserted from within a cell comes behind the table, which stays one', () => {
  const editor = makeEditor({ doc: new Y.Doc(), awareness: null, ports: null, element: null })
  editor.commands.setContent(schema.nodeFromJSON({ type: 'doc', content: [table(['1', '2'], ['3', '4'])] }).toJSON())
  editor.commands.setTextSelection(4)
  insertBlock(editor, { type: 'horizontalRule' })
  expect(editor.state.doc.children.map((block) => block.type.name)).toEqual(['table', 'horizontalRule', 'paragraph'])
})
