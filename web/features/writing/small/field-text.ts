import type { Node } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
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
 * @param onTooMuch the field has come to hold more than a comment may, and is written on as
 *   Markdown
 * @returns `null` where it does so from the start
 */
export function tieToField(field: HTMLTextAreaElement, onTooMuch: () => void): TiedText | null {
  const doc = new YDoc()
  let known = ''
  let isOver = false
  const read = (): boolean => {
    const text = textIn(field.value)
    if (text === null) return false
    known = field.value
    writeText(doc, text, fieldOrigin)
    return true
  }
  if (!read()) return null
  const hear = (_update: Uint8Array, origin: unknown) => {
    if (origin === fieldOrigin || isOver) return
    const markdown = markdownOf(doc)
    if (markdown === known) return
    known = markdown
    field.value = markdown
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const look = () => {
    if (isOver || field.value === known || read()) return
    // The words that came stay in the field: the editor, which has not got them, must not replace
    // them.
    isOver = true
    onTooMuch()
  }
  // A form says that it is emptied before it is.
  const emptied = () => queueMicrotask(look)
  const { form } = field
  doc.on('update', hear)
  field.addEventListener(wordsWritten, look)
  // A keyboard that was in the middle of a word ends it in the field.
  field.addEventListener('input', look)
  form?.addEventListener('reset', emptied)
  return {
    doc,
    untie() {
      doc.off('update', hear)
      field.removeEventListener(wordsWritten, look)
      field.removeEventListener('input', look)
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
    const { doc } = markdownToDoc(markdown, 'comment')
    // Behind a blank line something new begins: not inside a quote or a list that it follows. Words
    // that are typed behind a picture are no caption.
    const isBehindBlank = markdown.slice(markdown.trimEnd().length).split('\n').length > 2
    if (isBehindBlank || doc.content.at(-1)?.type === 'figure') return { ...doc, content: [...doc.content, ...emptyText.content] }
    return markdown.endsWith(' ') ? withSpaceAtEnd(doc) : doc
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Somebody is between two words: the next must not run into the last. */
function withSpaceAtEnd({ type, content }: Doc): Doc {
  const last = content.at(-1)
  if (last?.type !== 'paragraph') return { type, content }
  return { type, content: [...content.slice(0, -1), { ...last, content: [...childrenOf(last), { type: 'text', text: ' ' }] }] }
}

/** Of private use: no text of ours is about it. */
const mark = '\uE0FF'

/**
 * Where in the editor's text a caret of the field stands.
 * @param at in UTF-16 code units of the Markdown
 * @returns a position of `text`; `null` inside of what Markdown only says with signs
 */
export function caretFromField(text: Node, markdown: string, at: number): number | null {
  if (at >= markdown.length) return Selection.atEnd(text).head
  if (at <= 0) return Selection.atStart(text).head
  const marked = textIn(`${markdown.slice(0, at)}${mark}${markdown.slice(at)}`)
  if (marked === null) return null
  const withMark = text.type.schema.nodeFromJSON(marked)
  let found: number | null = null
  withMark.descendants((node, start) => {
    const inside = node.text?.indexOf(mark) ?? -1
    if (inside >= 0) found = start + inside
    return found === null
  })
  // A sign that the mark broke would be another text.
  if (found === null || withMark.nodeSize !== text.nodeSize + 1) return null
  const [block, blockWithMark] = [text.resolve(found).parent, withMark.resolve(found).parent]
  return block.isTextblock && blockWithMark.textContent.replace(mark, '') === block.textContent ? found : null
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
