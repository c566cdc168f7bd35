import { getSchema } from '@tiptap/core'
import { yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { textSchema } from './text-schema.ts'
import { makeTolerant } from './tolerant.ts'

const schema = getSchema([...textSchema])
makeTolerant(schema)

type Part = string | Element
interface Element extends ReadonlyArray<Part> {
  readonly 0: string
}

/** The text in a document of these elements, as the editor draws it. */
function drawn(...parts: readonly Part[]): string {
  const ydoc = new Y.Doc()
  const fragment = ydoc.getXmlFragment('body')
  const element = (parts: Element): Y.XmlElement => {
    const made = new Y.XmlElement(parts[0])
    const inner = parts.slice(1)
    made.insert(
      0,
      inner.map((part) => (typeof part === 'string' ? new Y.XmlText(part) : element(part))),
    )
    return made
  }
  fragment.insert(
    0,
    parts.flatMap((part) => (typeof part === 'string' ? [] : [element(part)])),
  )
  const doc = yXmlFragmentToProseMirrorRootNode(fragment, schema)
  doc.check()
  return doc.toString()
}

test('a task whose first paragraph was taken away elsewhere keeps what is below it', () => {
  expect(drawn(['taskList', ['taskItem', ['bulletList', ['listItem', ['paragraph', 'kept']]]]])).toBe(
    'doc(taskList(taskItem(paragraph, bulletList(listItem(paragraph("kept"))))))',
  )
})

test('a list or quotation that was emptied by two is not in the way of the rest', () => {
  expect(drawn(['bulletList'], ['paragraph', 'kept'], ['blockquote'])).toBe(
    'doc(bulletList(listItem(paragraph)), paragraph("kept"), blockquote(paragraph))',
  )
})

test('a cell of two paragraphs keeps its table', () => {
  expect(drawn(['table', ['tableRow', ['tableCell', ['paragraph', 'a'], ['paragraph', 'b']]]])).toContain('paragraph("a")')
})

test('words that stand where paragraphs must get one', () => {
  expect(drawn(['blockquote', 'bare', ['paragraph', 'kept']])).toBe('doc(blockquote(paragraph("bare"), paragraph("kept")))')
})

test('paragraphs where only words may stand become words', () => {
  expect(drawn(['paragraph', 'a', ['blockquote', ['paragraph', 'b']]])).toBe('doc(paragraph("ab"))')
})
