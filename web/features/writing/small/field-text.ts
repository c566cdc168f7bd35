import { Doc as YDoc } from 'yjs'
import { docToJson, checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { childrenOf, nodeRules } from '#shared/text/nodes.ts'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { wordsWritten } from '../../../data/write-field.ts'

/** What the field says is written into the editor's document under this origin. */
const fieldOrigin = 'field'

export interface TiedText {
  /** The editor writes in its fragment `body`. */
  readonly doc: YDoc
  readonly untie: () => void
}

/**
 * A small editor's document that says what the Markdown of a plain field says, both ways. The field
 * stays what is kept, merged with other tabs and sent: what is typed in the editor stands in it at
 * once, and what comes into it from elsewhere changes only the words that differ.
 * @returns `null` where the field holds more than a comment may: it is written on as Markdown
 */
export function tieToField(field: HTMLTextAreaElement): TiedText | null {
  const doc = new YDoc()
  let known = ''
  const read = (): boolean => {
    const text = textIn(field.value)
    if (text === null) return false
    known = field.value
    writeText(doc, text, fieldOrigin)
    return true
  }
  if (!read()) return null
  const hear = (_update: Uint8Array, origin: unknown) => {
    if (origin === fieldOrigin) return
    const markdown = markdownOf(doc)
    if (markdown === known) return
    known = markdown
    field.value = markdown
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const look = () => {
    // Too long now: it stays in the field, and the editor goes on with what it has.
    if (field.value !== known) read()
  }
  // A form says that it is emptied before it is.
  const emptied = () => queueMicrotask(look)
  const { form } = field
  doc.on('update', hear)
  field.addEventListener(wordsWritten, look)
  form?.addEventListener('reset', emptied)
  return {
    doc,
    untie() {
      doc.off('update', hear)
      field.removeEventListener(wordsWritten, look)
      form?.removeEventListener('reset', emptied)
      doc.destroy()
    },
  }
}

const emptyText: Doc = { type: 'doc', content: [{ type: 'paragraph' }] }

/** As it will stand there once it is sent; `null`: it is too long. */
function textIn(markdown: string): Doc | null {
  if (markdown.trim() === '') return emptyText
  try {
    return markdownToDoc(markdown, 'comment').doc
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Empty paragraphs at its ends, in which somebody is about to write, are not said. */
export function markdownOf(ydoc: YDoc): string {
  const checked = checkedText(ydoc)
  // What is too deep to be sent is kept all the same, and refused with a word about it.
  const { content } = checked.ok ? checked.doc : (docToJson(ydoc) as Doc)
  const isSaid = (node: DocNode): boolean => node.type !== 'paragraph' || childrenOf(node).length > 0
  const from = content.findIndex(isSaid)
  if (from < 0) return ''
  return docToMarkdown({ type: 'doc', content: content.slice(from, content.findLastIndex(isSaid) + 1) }).trimEnd()
}

/** Names of what an essay may hold and a comment may not. */
export const essayOnly: ReadonlySet<string> = new Set(
  Object.entries(nodeRules).flatMap(([name, { profiles }]) => (profiles === undefined || profiles.includes('comment') ? [] : [name])),
)
