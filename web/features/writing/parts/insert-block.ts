import type { Editor } from '@tiptap/core'
import type { DocNode } from '#shared/text/nodes.ts'

/** Puts a block where the caret is; at the end of the text with a paragraph below it, so that one can write on. */
export function insertBlock(editor: Editor, block: DocNode): void {
  const { $to } = editor.state.selection
  const next = editor.state.doc.maybeChild($to.index(0) + 1)
  const isAtEnd = $to.parentOffset === $to.parent.content.size && (next === null || next.type.name === 'footnotes')
  editor
    .chain()
    .focus()
    .insertContent(isAtEnd ? [block, { type: 'paragraph' }] : [block])
    .run()
}
