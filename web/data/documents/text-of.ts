import { checkedText, docToJson } from '#shared/documents/text-in-doc.ts'
import type { Doc as Text } from '#shared/text/schema.ts'
import type { Doc } from 'yjs'

/**
 * The text of a document; where it is none that may be (something odd was written into it), its
 * words alone, a paragraph a block.
 */
export function textOf(doc: Doc): Text {
  const checked = checkedText(doc)
  if (checked.ok) return checked.doc
  const blocks = childrenOf(docToJson(doc)).map(wordsOf)
  return {
    type: 'doc',
    content: blocks.map((words) => ({ type: 'paragraph', ...(words === '' ? {} : { content: [{ type: 'text', text: words }] }) })),
  }
}

function wordsOf(node: unknown): string {
  const words: string[] = []
  // A stack of its own: what is odd may be deep.
  const stack: unknown[] = [node]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'object' && next !== null && 'text' in next && typeof next.text === 'string') words.push(next.text)
    stack.push(...childrenOf(next).toReversed())
  }
  return words.join('')
}

function childrenOf(node: unknown): readonly unknown[] {
  const content = typeof node === 'object' && node !== null && 'content' in node ? node.content : null
  return Array.isArray(content) ? content : []
}
