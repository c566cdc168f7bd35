import { EditorState, TextSelection } from '@tiptap/pm/state'
import { initProseMirrorDoc, ySyncPlugin } from '@tiptap/y-tiptap'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { idOf } from '#shared/testing/factories.ts'
import { makeEditor } from '../make-editor.ts'
import type { Passage } from './places.ts'
import { onlyPlaceOf, placeOf, selectedPassage } from './places.ts'

const { schema } = makeEditor({ doc: new Y.Doc(), awareness: null, ports: null, element: null })

function aText(...paragraphs: readonly string[]): Y.Doc {
  const doc = new Y.Doc()
  const content = paragraphs.map((words, n) => ({
    type: 'paragraph' as const,
    attrs: { id: idOf(n) },
    content: [{ type: 'text' as const, text: words }],
  }))
  writeText(doc, { type: 'doc', content }, null)
  return doc
}

/** An editor's state on the document as it is now. */
function stateOf(ydoc: Y.Doc): EditorState {
  const fragment = ydoc.getXmlFragment(bodyFragment)
  const { doc, mapping } = initProseMirrorDoc(fragment, schema)
  return EditorState.create({ doc, plugins: [ySyncPlugin(fragment, { mapping })] })
}

function passageOf(ydoc: Y.Doc, words: string): Passage {
  const state = stateOf(ydoc)
  const range = onlyPlaceOf(state.doc, words)
  if (range === null) throw new Error(`no ${words}`)
  const passage = selectedPassage(state.apply(state.tr.setSelection(TextSelection.create(state.doc, range.from, range.to))))
  if (passage === null) throw new Error('nothing is selected')
  return passage
}

function wordsAt(ydoc: Y.Doc, passage: Passage): string | null {
  const state = stateOf(ydoc)
  const place = placeOf(state, passage)
  return place === null ? null : state.doc.textBetween(place.from, place.to)
}

const paragraph = (ydoc: Y.Doc, n: number): Y.XmlText => {
  const element = ydoc.getXmlFragment(bodyFragment).get(n)
  const [words] = element instanceof Y.XmlElement ? element.toArray() : []
  if (!(words instanceof Y.XmlText)) throw new Error('no words')
  return words
}

test('a passage stays with its words while others write around it', () => {
  const text = aText('The tide comes back.', 'Twice a day.')
  const passage = passageOf(text, 'tide comes')
  expect(passage.quote).toBe('tide comes')
  paragraph(text, 0).insert(0, 'Look! ')
  paragraph(text, 0).insert(paragraph(text, 0).length, ' Soon.')
  expect(wordsAt(text, passage)).toBe('tide comes')
  paragraph(text, 0).insert('Look! The tide '.length, 'always ')
  expect(wordsAt(text, passage)).toBe('tide always comes')
})

test('at the ends of a block, too, what is written before and after is no part of it', () => {
  const text = aText('The tide.')
  const passage = passageOf(text, 'The tide.')
  paragraph(text, 0).insert(0, 'Look! ')
  paragraph(text, 0).insert(paragraph(text, 0).length, ' Soon.')
  expect(wordsAt(text, passage)).toBe('The tide.')
})

test('on another device it is the same place', () => {
  const text = aText('The tide comes back.')
  const passage = passageOf(text, 'comes')
  const there = new Y.Doc()
  Y.applyUpdate(there, Y.encodeStateAsUpdate(text))
  paragraph(there, 0).insert(0, 'Look! ')
  expect(wordsAt(there, passage)).toBe('comes')
})

test('a deleted passage is nowhere, with its letters alone or with its whole block', () => {
  const text = aText('The tide comes back.', 'Twice a day.')
  const [letters, block] = [passageOf(text, 'tide comes'), passageOf(text, 'Twice')]
  paragraph(text, 0).delete('The '.length, 'tide comes'.length)
  text.getXmlFragment(bodyFragment).delete(1, 1)
  expect([wordsAt(text, letters), wordsAt(text, block)]).toEqual([null, null])
})

test('a block that was made anew is found by its words, unless they stand there twice', () => {
  const text = aText('First.', 'The tide comes back.')
  const passage = passageOf(text, 'tide comes')
  const anew = (): void => {
    const again = new Y.XmlElement('paragraph')
    again.insert(0, [new Y.XmlText('The tide comes back.')])
    text.getXmlFragment(bodyFragment).insert(0, [again])
  }
  text.getXmlFragment(bodyFragment).delete(1, 1)
  anew()
  expect(wordsAt(text, passage)).toBe('tide comes')
  anew()
  expect(wordsAt(text, passage)).toBeNull()
})

test.each([
  ['no positions at all', 'AAAA', 'AAAA'],
  ['of another document', 'AQcI', 'AQcI'],
  ['cut short', '/w==', 'Ag=='],
])('positions that are %s are nowhere, and nothing fails', (_what, start, end) => {
  expect(wordsAt(aText('The tide.'), { anchor: { start, end }, quote: 'nowhere to be found' })).toBeNull()
})

test('nothing selected is no passage, and neither is empty space', () => {
  const state = stateOf(aText('a  b'))
  expect(selectedPassage(state)).toBeNull()
  expect(selectedPassage(state.apply(state.tr.setSelection(TextSelection.create(state.doc, 2, 4))))).toBeNull()
})
