import type { Editor } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import type { Node } from '@tiptap/pm/model'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import type { Transaction } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { checkDoc } from '#shared/text/check.ts'
import { isId } from '#shared/kernel/ids.ts'
import { makeEditor } from '../make-editor.ts'
import { sound, takeNotes } from '../paste/paste.ts'
import { factsOf } from './facts.ts'
import { insertNote } from './footnotes.ts'
import { pastedNotes } from './mend.ts'
import { othersIn, personOf } from './people.ts'
import { Awareness } from 'y-protocols/awareness'

type Json = {
  readonly type: string
  readonly attrs?: object
  readonly content?: readonly Json[]
  readonly text?: string
  readonly marks?: readonly object[]
}

const { extensionManager, schema } = makeEditor({ doc: new Y.Doc(), awareness: null, ports: null, element: null })
const words = (text: string): Json => ({ type: 'text', text })
const paragraph = (...content: readonly Json[]): Json => ({ type: 'paragraph', content })
const call = (note: string): Json => ({ type: 'footnoteRef', attrs: { note } })
const note = (name: string, text: string): Json => ({ type: 'footnote', attrs: { note: name }, content: [paragraph(words(text))] })
const notes = (...content: readonly Json[]): Json => ({ type: 'footnotes', content })

const stateOf = (...content: readonly Json[]): EditorState =>
  EditorState.create({ doc: schema.nodeFromJSON({ type: 'doc', content }), plugins: extensionManager.plugins })
const type = (state: EditorState, at: number, text: string): EditorState => state.apply(state.tr.insertText(text, at))
const shape = (doc: Node): readonly string[] => doc.children.map((block) => `${block.type.name}:${block.textContent}`)
const check = (doc: Node) => checkDoc(doc.toJSON(), 'essay')
const ids = (doc: Node): readonly unknown[] => doc.children.map((block): unknown => block.attrs['id'])

test('a block gets a name when it is first changed, and keeps it through the next change', () => {
  const state = type(stateOf(paragraph(words('a')), paragraph(words('b'))), 1, 'x')
  const [first, second] = ids(state.doc)
  expect(typeof first === 'string' && isId(first)).toBe(true)
  expect(second).toBeNull()
  expect(ids(type(state, 1, 'y').doc)).toEqual(ids(state.doc))
})

test('of two blocks with one name the later gets a new one', () => {
  const named = type(stateOf(paragraph(words('ab'))), 1, 'x')
  const split = named.apply(named.tr.split(2))
  const [first, second] = ids(split.doc)
  expect(first).toBe(ids(named.doc)[0])
  expect(second).not.toBe(first)
  expect(typeof second).toBe('string')
})

test('two lists of notes become one at the end, with all notes', () => {
  const state = type(
    stateOf(paragraph(call('a'), call('b')), notes(note('a', 'one')), paragraph(words('after')), notes(note('b', 'two'))),
    1,
    'x',
  )
  expect(shape(state.doc)).toEqual(['paragraph:x', 'paragraph:after', 'footnotes:onetwo'])
  expect(check(state.doc).ok).toBe(true)
})

test('of two notes of one name both texts are kept', () => {
  const state = type(stateOf(paragraph(call('a')), notes(note('a', 'mine'), note('a', 'theirs'), note('a', 'mine'))), 1, 'x')
  expect(shape(state.doc)).toEqual(['paragraph:x', 'footnotes:minetheirs'])
  expect(new Set(factsOf(state.doc).notes.map(({ name }) => name)).size).toBe(2)
  expect(check(state.doc).ok).toBe(true)
})

test('a call whose note is gone goes, and so does an empty list of notes', () => {
  const before = type(stateOf(paragraph(words('t'), call('a')), notes(note('a', 'n'))), 1, 'x')
  const list = factsOf(before.doc).noteLists[0] ?? 0
  const state = before.apply(before.tr.delete(list, before.doc.content.size))
  expect(shape(state.doc)).toEqual(['paragraph:xt'])
  expect(factsOf(state.doc).calls).toEqual([])
})

test('a note that is not called any more stays', () => {
  const before = type(stateOf(paragraph(words('t'), call('a')), notes(note('a', 'kept'))), 1, 'x')
  const at = factsOf(before.doc).calls[0]?.at ?? 0
  expect(shape(before.apply(before.tr.delete(at, at + 1)).doc)).toEqual(['paragraph:xt', 'footnotes:kept'])
})

test('a figure that lost its picture leaves its caption as a paragraph; two captions become one', () => {
  const image: Json = { type: 'image', attrs: { src: '/files/a.png', alt: 'x' } }
  const caption = (text: string): Json => ({ type: 'figcaption', content: [words(text)] })
  const state = type(
    stateOf(
      paragraph(words('t')),
      { type: 'figure', content: [caption('lost')] },
      { type: 'figure', content: [image, caption('a'), caption('b')] },
    ),
    1,
    'x',
  )
  expect(shape(state.doc)).toEqual(['paragraph:xt', 'paragraph:lost', 'figure:ab'])
  expect(check(state.doc).ok).toBe(true)
})

test('a text that is told by another device is not mended here', () => {
  const before = stateOf(paragraph(call('a')), notes(note('a', 'one')), notes(note('b', 'two')))
  const told = before.tr.insertText('x', 1).setMeta('y-sync$', { isChangeOrigin: true })
  expect(before.apply(told).doc.childCount).toBe(3)
})

test('a new note stands in the list where its call stands in the text, and the caret in it', () => {
  const made = acted(stateOf(paragraph(words('ab'), call('z')), notes(note('z', 'last'))), 2, insertNote)
  expect(factsOf(made.doc).notes.map(({ node }) => node.textContent)).toEqual(['', 'last'])
  expect(made.selection.$from.node(-1).type.name).toBe('footnote')
  const again = acted(made, factsOf(made.doc).calls[1]?.at ?? 0, insertNote)
  expect(factsOf(again.doc).calls.map(({ name }) => name)).toEqual(factsOf(again.doc).notes.map(({ name }) => name))
})

test('no note is called from a note, nor from code', () => {
  const state = stateOf(paragraph(call('a')), { type: 'codeBlock', content: [words('x')] }, notes(note('a', 'n')))
  expect(acted(state, 4, insertNote).doc.eq(state.doc)).toBe(true)
  expect(acted(state, (factsOf(state.doc).notes[0]?.at ?? 0) + 2, insertNote).doc.eq(state.doc)).toBe(true)
})

test('pasted notes come into the list under names of their own, and their calls with them', () => {
  const state = stateOf(paragraph(words('t'), call('a')), notes(note('a', 'here')))
  const pasted = new Slice(Fragment.fromJSON(schema, [paragraph(words('p'), call('a')), notes(note('a', 'brought'))]), 0, 0)
  const { slice, notes: brought } = takeNotes(sound(pasted, schema), state.doc)
  const after = state.apply(state.tr.replace(0, 0, slice).setMeta(pastedNotes, brought))
  const { calls, notes: all } = factsOf(after.doc)
  expect(all.map(({ node }) => node.textContent).toSorted()).toEqual(['brought', 'here'])
  expect(all.find(({ name }) => name === calls[0]?.name)?.node.textContent).toBe('brought')
  expect(check(after.doc).ok).toBe(true)
})

test('what is pasted has no names of blocks, and no text that cannot be stored', () => {
  const id = '01k0000000000000000000000a'
  const slice = sound(
    new Slice(Fragment.fromJSON(schema, [{ type: 'paragraph', attrs: { id }, content: [words('a\0b\uD800')] }]), 0, 0),
    schema,
  )
  expect(slice.content.toJSON()).toEqual([{ type: 'paragraph', attrs: { id: null }, content: [words('ab\uFFFD')] }])
})

test('a table whose rows do not fit is pasted as paragraphs', () => {
  const cell = (text: string): Json => ({ type: 'tableCell', content: [paragraph(words(text))] })
  const table: Json = {
    type: 'table',
    content: [
      { type: 'tableRow', content: [cell('a'), cell('b')] },
      { type: 'tableRow', content: [cell('c')] },
    ],
  }
  const { content } = sound(new Slice(Fragment.fromJSON(schema, [table]), 0, 0), schema)
  expect(content.firstChild?.type.name).toBe('paragraph')
  expect(content.textBetween(0, content.size, ' ')).toBe('a b c')
})

test('what an awareness state says of its writer is cut and typed, and a state without a name is nobody', () => {
  expect(personOf({ user: { name: 'x'.repeat(500), userId: 7, slug: {} } })).toMatchObject({ name: 'x'.repeat(60), userId: '', slug: '' })
  for (const state of [null, 1, {}, { user: 'x' }, { user: { name: '' } }]) expect(personOf(state)).toBeNull()
})

test('oneself on another device is not somebody else', () => {
  const awareness = new Awareness(new Y.Doc())
  awareness.states.set(7, { user: { name: 'Ines', userId: 'u1', slug: 'ines' } })
  awareness.states.set(8, { user: { name: 'Pál', userId: 'u2', slug: 'pal' } })
  awareness.states.set(9, { user: { name: 'Pál', userId: 'u2', slug: 'pal' } })
  expect(othersIn(awareness, 'u1').map(({ name }) => name)).toEqual(['Pál'])
  awareness.destroy()
})

/** A command on a state, with the caret at `at`, as if there were a page around it. */
function acted(state: EditorState, at: number, command: (editor: Editor) => boolean): EditorState {
  const held = { state: state.apply(state.tr.setSelection(TextSelection.near(state.doc.resolve(at)))) }
  const view = { dispatch: (tr: Transaction) => (held.state = held.state.apply(tr)), focus: () => {} }
  // The part of an editor that commands use; the rest needs a DOM.
  const editor = {
    get state() {
      return held.state
    },
    view,
    isEditable: true,
  } as unknown as Editor
  command(editor)
  return held.state
}
