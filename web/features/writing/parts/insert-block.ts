import type { Editor } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import type { DocNode } from '#shared/text/nodes.ts'

/**
 * Puts a block where the caret is; at the end of the text with a paragraph below it, so that one
 * can write on. From within a table or a caption it comes behind the whole: put inside, it would
 * tear it in two.
 */
export function insertBlock(editor: Editor, block: DocNode): void {
  const { $to } = editor.state.selection
  const next = editor.state.doc.maybeChild($to.index(0) + 1)
  const isLast = next === null || next.type.name === 'footnotes'
  const after = behindWhole($to)
  const isAtEnd = isLast && (after === null ? $to.parentOffset === $to.parent.content.size : after === $to.after(1))
  const blocks = isAtEnd ? [block, { type: 'paragraph' }] : [block]
  const chain = editor.chain().focus()
  if (after === null) chain.insertContent(blocks).run()
  else chain.insertContentAt(after, blocks).run()
}

/** Behind the table or picture that a place is in; `null`: in none. */
function behindWhole($at: ResolvedPos): number | null {
  for (let depth = 1; depth <= $at.depth; depth++) {
    const { name } = $at.node(depth).type
    if (name === 'table' || name === 'figure') return $at.after(depth)
  }
  return null
}
