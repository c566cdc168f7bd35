import { getSchema } from '@tiptap/core'
import { EditorState } from '@tiptap/pm/state'
import type { Node } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { links } from '#shared/links.ts'
import { idOf } from '#shared/testing/factories.ts'
import { textSchema } from '../schema/text-schema.ts'
import { figureOf, putFigureAt } from './figures.ts'

const schema = getSchema([...textSchema])
const picture = { src: links.picture(idOf(1)), width: 30, height: 20 }
const text = (words: string): Node => schema.text(words)
const paragraph = (words: string): Node => schema.node('paragraph', null, words === '' ? [] : [text(words)])
const names = (doc: Node): readonly string[] => doc.children.map(({ type, textContent }) => `${type.name} ${textContent}`.trim())

function put(pos: number, ...blocks: readonly Node[]) {
  const { tr } = EditorState.create({ doc: schema.node('doc', null, blocks) })
  const at = putFigureAt(tr, pos, figureOf(schema, picture))
  tr.doc.check()
  expect(tr.doc.nodeAt(at)?.type.name).toBe('figure')
  return tr.doc
}

test.each([
  ['in the middle of a paragraph it stands below it', 3, ['paragraph one', 'figure', 'paragraph two']],
  ['at the end of a paragraph too', 4, ['paragraph one', 'figure', 'paragraph two']],
  ['at its beginning it stands above it', 1, ['figure', 'paragraph one', 'paragraph two']],
  ['between two it stands between them', 5, ['paragraph one', 'figure', 'paragraph two']],
  ['at the end of the text there is a line to write on below it', 9, ['paragraph one', 'paragraph two', 'figure', 'paragraph']],
  ['beyond the end of a text that has become shorter it stands at the end', 500, ['paragraph one', 'paragraph two', 'figure', 'paragraph']],
])('%s', (_where, pos, expected) => {
  expect(names(put(pos, paragraph('one'), paragraph('two')))).toEqual(expected)
})

test('an empty line becomes the picture', () => {
  expect(names(put(6, paragraph('one'), paragraph(''), paragraph('two')))).toEqual(['paragraph one', 'figure', 'paragraph two'])
})

test('in a list it stands in the item; in a table, below the table', () => {
  const list = put(4, schema.node('bulletList', null, [schema.node('listItem', null, [paragraph('one')])]))
  expect(list.firstChild?.firstChild?.lastChild?.type.name).toBe('figure')
  const cell = schema.node('tableCell', null, [paragraph('one')])
  const table = schema.node('table', null, [schema.node('tableRow', null, [cell])])
  expect(names(put(5, table, paragraph('two')))).toEqual(['table one', 'figure', 'paragraph two'])
})

test('before the notes, never among them', () => {
  const notes = schema.node('footnotes', null, [schema.node('footnote', { note: 'a' }, [paragraph('note')])])
  const doc = put(4, paragraph('one'), notes)
  expect(names(doc)).toEqual(['paragraph one', 'figure', 'paragraph', 'footnotes note'])
})
