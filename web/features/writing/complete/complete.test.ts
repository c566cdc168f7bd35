import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { makeEditor } from '../make-editor.ts'
import { completionKey, mentioning } from './complete.ts'

const { extensionManager, schema } = makeEditor({ doc: new Y.Doc(), awareness: null, ports: null, element: null })
const stateOf = (type: string, text: string): EditorState => {
  const block = { type, ...(type === 'heading' && { attrs: { level: 2 } }), content: [{ type: 'text', text }] }
  const state = EditorState.create({ doc: schema.nodeFromJSON({ type: 'doc', content: [block] }), plugins: extensionManager.plugins })
  return state.apply(state.tr.setSelection(TextSelection.atEnd(state.doc)))
}
const typed = (state: EditorState, text: string): EditorState => [...text].reduce((now, sign) => now.apply(now.tr.insertText(sign)), state)
const openIn = (state: EditorState) => completionKey.getState(state)?.open ?? null

test('typing a slash in a paragraph opens the blocks, and what is typed on narrows them', () => {
  const state = typed(stateOf('paragraph', 'words '), '/')
  expect(openIn(state)?.choices.length).toBeGreaterThan(10)
  expect(openIn(typed(state, 'numb'))?.choices.map(({ label }) => label)).toEqual(['Numbered list'])
  expect(openIn(typed(state, 'xyz'))).toBeNull()
})

test.each([
  ['heading', '/'],
  ['codeBlock', '/'],
  ['codeBlock', '@'],
])('in a %s no list opens at %s', (type, sign) => {
  expect(openIn(typed(stateOf(type, 'x '), sign))).toBeNull()
})

test('members are asked for in a heading too', () => {
  expect(openIn(typed(stateOf('heading', 'x '), '@a'))).toMatchObject({ kind: 'member', query: 'a' })
})

test('a caret that comes by opens nothing, nor does what another writes or what is pasted', () => {
  const state = stateOf('paragraph', 'a /b')
  expect(openIn(state.apply(state.tr.setSelection(TextSelection.create(state.doc, 4))))).toBeNull()
  const blank = stateOf('paragraph', 'a ')
  expect(openIn(blank.apply(blank.tr.insertText('/').setMeta('y-sync$', { isChangeOrigin: true })))).toBeNull()
  expect(openIn(blank.apply(blank.tr.insertText('/').setMeta('paste', true)))).toBeNull()
})

test('closed at a sign it stays closed there, also when somebody writes before it, and opens at the next one', () => {
  const open = typed(stateOf('paragraph', 'a '), '/h')
  const closed = open.apply(open.tr.setMeta(completionKey, 'close'))
  expect(openIn(closed)).toBeNull()
  const moved = closed.apply(closed.tr.insertText('xx', 1))
  expect(openIn(typed(moved, 'e'))).toBeNull()
  expect(openIn(typed(moved, ' /h'))).not.toBeNull()
})

test.each([
  ['', '', ' said', '[Ada] said'],
  ['', ' said', '', '[Ada] said'],
  ['', ', too', '', '[Ada], too'],
  ['Say, ', 'said', '', 'Say, [Ada] said'],
])('a mention has one space behind it: between %j and %j, then %j', (before, after, then, expected) => {
  const begun = typed(stateOf('paragraph', `${before}x${after}`), '')
  const open = { from: 1 + before.length, to: 2 + before.length }
  const done = typed(begun.apply(mentioning(begun, open, { kind: 'member', label: 'Ada', hint: '', words: [], id: 'ada' })), then)
  expect(done.doc.textBetween(0, done.doc.content.size, '', '[Ada]')).toBe(expected)
})
