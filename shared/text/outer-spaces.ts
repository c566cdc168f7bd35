import type { Doc, DocNode } from './nodes.ts'

/**
 * The text without the spaces and tabs at the ends of its paragraphs, headings and their lines.
 * They show nowhere and mean nothing in Markdown, which could say them only as `&#32;`, so they are
 * what is lost when a text is written as Markdown. What stands in marks stays, as do other kinds of
 * white space: an ideographic space is how a Japanese or Chinese paragraph begins.
 */
export function withoutOuterSpaces(doc: Doc): Doc {
  return { ...doc, content: doc.content.map(withoutOuterSpacesIn) }
}

/** The same of one block. */
export function withoutOuterSpacesIn(block: DocNode): DocNode {
  const { content, ...rest } = block
  if (content === undefined || block.type === 'codeBlock') return block
  if (block.type !== 'paragraph' && block.type !== 'heading') return { ...block, content: content.map(withoutOuterSpacesIn) }
  const left = content.flatMap((node, index) => {
    if (!isPlain(node)) return [node]
    const startsLine = index === 0 || content[index - 1]?.type === 'hardBreak'
    const start = startsLine ? node.text.replace(/^[ \t]+/u, '') : node.text
    const text = index === content.length - 1 ? start.slice(0, endOf(start)) : start
    return text === node.text ? [node] : text === '' ? [] : [{ ...node, text }]
  })
  return left.length === 0 ? rest : { ...rest, content: left }
}

const isPlain = (node: DocNode): node is DocNode & { readonly text: string } => node.text !== undefined && node.marks === undefined

/** Not by a pattern: `[ \t]+$` is quadratic. */
export function endOf(text: string): number {
  let end = text.length
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1
  return end
}
