import { expect, test } from 'vitest'
import { Doc as YDoc } from 'yjs'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { childrenOf } from '#shared/text/nodes.ts'
import { anyDoc } from '#shared/testing/any-text.ts'
import { fc } from '#shared/testing/properties.ts'
import { markdownOf } from './field-text.ts'

function inEditor(doc: Doc): YDoc {
  const ydoc = new YDoc()
  writeText(ydoc, doc, null)
  return ydoc
}

/** Marks of atoms, which no document keeps, and empty paragraphs at the ends aside. */
function said({ content }: Doc): readonly DocNode[] {
  const bare = ({ marks, ...node }: DocNode): DocNode => ({
    ...node,
    ...(node.type === 'text' && marks !== undefined && { marks }),
    ...(node.content !== undefined && { content: node.content.map(bare) }),
  })
  const isSaid = (node: DocNode): boolean => node.type !== 'paragraph' || childrenOf(node).length > 0
  return content.slice(Math.max(0, content.findIndex(isSaid)), content.findLastIndex(isSaid) + 1).map(bare)
}

test('a text in the editor and the same in Markdown give the same comment', () => {
  fc.assert(
    fc.property(anyDoc, (doc) => {
      const typed = markdownToDoc(docToMarkdown(doc), 'comment').doc
      const markdown = markdownOf(inEditor(typed))
      expect(markdown === '' ? [] : said(markdownToDoc(markdown, 'comment').doc)).toEqual(said(typed))
    }),
    { numRuns: 200 },
  )
})

test('empty paragraphs at its ends are not said, and nothing is said of an empty text', () => {
  const words = { type: 'paragraph', content: [{ type: 'text', text: 'Words.' }] } as const
  const empty = { type: 'paragraph' } as const
  expect(markdownOf(inEditor({ type: 'doc', content: [empty, words, empty] }))).toBe('Words.')
  expect(markdownOf(inEditor({ type: 'doc', content: [empty, empty] }))).toBe('')
})
