import type { Editor } from '@tiptap/core'
import { inlineNames, isNodeName, type DocNode } from '#shared/text/nodes.ts'
import { insertBlock } from '../parts/insert-block.ts'
import type { SelectedNode } from '../plugins/tracked-place.ts'
import { holdNode } from '../plugins/tracked-place.ts'

/** What a dialog was opened about; `null`: nothing yet. */
export function selectedNode(editor: Editor, at: number | null): SelectedNode | null {
  return at === null ? null : holdNode(editor.state, at)
}

/**
 * Puts a node where another stands by now: others may have written meanwhile, in it too. Where it
 * is gone, the node comes to the caret.
 */
export function putNode(editor: Editor, before: SelectedNode | null, json: DocNode): void {
  const there = thereNow(editor, before)
  if (there === null) {
    if (isNodeName(json.type) && inlineNames.has(json.type)) editor.chain().focus().insertContent(editor.schema.nodeFromJSON(json)).run()
    else insertBlock(editor, json)
    return
  }
  const { place, node } = there
  // The schema has the names of the table of nodes and no others.
  const made = editor.schema.nodeFromJSON({
    ...json,
    attrs: { ...('id' in node.attrs ? { id: node.attrs['id'] } : {}), ...json.attrs },
  })
  const { tr } = editor.state
  if (made.type === node.type && made.content.eq(node.content)) tr.setNodeMarkup(place, null, made.attrs)
  else tr.replaceWith(place, place + node.nodeSize, made)
  editor.view.dispatch(tr)
}

export function removeNode(editor: Editor, before: SelectedNode | null): void {
  const there = thereNow(editor, before)
  if (there !== null) editor.view.dispatch(editor.state.tr.delete(there.place, there.place + there.node.nodeSize))
}

function thereNow({ state }: Editor, before: SelectedNode | null) {
  const place = before?.place(state) ?? null
  const node = place === null ? null : state.doc.nodeAt(place)
  return place === null || node === null ? null : { place, node }
}
