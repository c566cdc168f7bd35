import type { Doc, DocNode } from '#shared/text/nodes.ts'

/**
 * The text without the white space at the ends of its paragraphs, which Markdown can say only as `&#32;`: nobody needs to see it. A paragraph of
 * nothing else stays; what stands in marks needs no such signs, and stays too.
 */
export function withoutEndSpaces(doc: Doc): Doc {
  return { ...doc, content: doc.content.map(trimmed) }
}

/** The same of one block. */
export function trimmed(block: DocNode): DocNode {
  const { content } = block
  if (content === undefined || block.type === 'codeBlock') return block
  const last = content.at(-1)
  if (last?.text === undefined) return { ...block, content: content.map(trimmed) }
  if (last.marks !== undefined) return block
  const text = last.text.trimEnd()
  if (text === last.text || (text === '' && content.length === 1)) return block
  return { ...block, content: [...content.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])] }
}
