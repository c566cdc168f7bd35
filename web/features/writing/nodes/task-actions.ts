import type { Editor } from '@tiptap/core'

/** Ticks the task that the caret is in, or takes the tick away. */
export function tickTask(editor: Editor): boolean {
  const { $from } = editor.state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type.name !== 'taskItem') continue
    if (editor.isEditable)
      editor.view.dispatch(editor.state.tr.setNodeAttribute($from.before(depth), 'checked', node.attrs['checked'] !== true))
    return true
  }
  return false
}
