import { expect, test } from 'vitest'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import * as Y from 'yjs'
import { makeEditor } from './make-editor.ts'
import { outlineOf } from './outline/outline-of.ts'
import { countsInWords, countsOf } from './words.ts'

const { schema } = makeEditor({ doc: new Y.Doc(), awareness: null, ports: null, element: null })
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const heading = (level: number, text: string) => ({
  type: 'heading',
  attrs: { level },
  content: text === '' ? [] : [{ type: 'text', text }],
})
const stateOf = (...content: readonly object[]) => EditorState.create({ doc: schema.nodeFromJSON({ type: 'doc', content }) })

test('words are counted as on the published page, characters as people see them', () => {
  const state = stateOf(paragraph('Drei Wörter hier.'), paragraph('e\u0301 👩 b'))
  expect(countsOf(state)).toEqual({ words: 5, minutes: 1, characters: 22, selected: null })
  expect(countsInWords(countsOf(state))).toBe('5 words, 22 characters, 1 min read')
})

test('an empty text has no time to read, and says no count', () => {
  expect(countsInWords(countsOf(stateOf({ type: 'paragraph' })))).toBe('')
  expect(countsInWords(countsOf(stateOf(paragraph('—'))))).toBe('0 words, 1 character')
})

test('what is selected is counted over blocks too', () => {
  const state = stateOf(paragraph('one two'), paragraph('three four'))
  const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 5, 15)))
  expect(countsOf(selected).selected).toEqual({ words: 2, characters: 8 })
})

test('the outline has all headings, those in quotations too, and knows under which the caret stands', () => {
  const quote = { type: 'blockquote', content: [heading(3, 'Quoted')] }
  const { doc } = stateOf(paragraph('Before.'), heading(2, 'One'), paragraph('words'), quote, heading(4, ''))
  const outline = outlineOf(doc, 1)
  expect(outline.lines.map(({ level, title }) => `${level} ${title}`)).toEqual(['2 One', '3 Quoted', '4 '])
  expect(outline.lines.map(({ at }) => doc.nodeAt(at)?.type.name)).toEqual(['heading', 'heading', 'heading'])
  expect([1, 10, 18, doc.content.size].map((caret) => outlineOf(doc, caret).current)).toEqual([-1, 0, 0, 2])
})
