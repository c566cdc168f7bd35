import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { DocNode } from '#shared/text/nodes.ts'
import { insertBlock } from '../parts/insert-block.ts'
import { ask } from './asked.ts'
import { focusTitle } from './folded-view.ts'
import { canHoldTable, insertTable } from './table-actions.ts'

/**
 * What can be put into a text beside the tools that stand in the bar; `parts/insert-list.ts` has
 * all of them.
 */
export type NodeItem = {
  readonly name: string
  readonly label: string
  /** Other words that one may look for it by. */
  readonly words: readonly string[]
  readonly run: (editor: Editor) => void
}

const item = (name: string, label: string, words: readonly string[], run: (editor: Editor) => void): NodeItem => ({
  name,
  label,
  words,
  run,
})

/** Around what is selected, or with an empty paragraph; its title is asked for next. */
function insertBox(type: 'spoiler' | 'details' | 'machineText') {
  return (editor: Editor): void => {
    if (!editor.state.selection.empty && editor.can().wrapIn(type)) editor.chain().focus().wrapIn(type).run()
    else {
      insertBlock(editor, { type, content: [{ type: 'paragraph' }] } satisfies DocNode)
      caretIntoLast(editor, type)
    }
    focusTitle(editor)
  }
}

/** Into the nearest block of that type that ends before the caret, or holds it. */
function caretIntoLast(editor: Editor, type: string): void {
  const { doc, selection, tr } = editor.state
  let last: number | null = null
  doc.nodesBetween(0, selection.to, (node, at) => {
    if (node.type.name === type) last = at
    return !node.isTextblock
  })
  if (last !== null) editor.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(last + 1))))
}

export const nodeItems: readonly NodeItem[] = [
  item('table', 'Table', ['grid', 'rows', 'columns'], (editor) => {
    if (canHoldTable(editor.state)) insertTable(editor)
  }),
  item('math', 'Inline math', ['maths', 'tex', 'latex', 'equation'], (editor) => ask(editor, 'mathInline')),
  item('mathBlock', 'Math block', ['maths', 'tex', 'latex', 'equation', 'display'], (editor) => ask(editor, 'mathBlock')),
  item('spoiler', 'Spoiler', ['hidden', 'secret'], insertBox('spoiler')),
  item('details', 'Collapsible section', ['details', 'collapsible', 'fold', 'toggle', 'summary'], insertBox('details')),
  item('machineText', 'AI-generated text', ['ai', 'llm', 'model', 'generated', 'chatbot'], insertBox('machineText')),
  item('poll', 'Poll', ['vote', 'question', 'survey'], (editor) => ask(editor, 'poll')),
  item('prediction', 'Prediction question', ['claim', 'forecast', 'probability', 'likely'], (editor) => ask(editor, 'prediction')),
  item('embed', 'Video or other embed', ['youtube', 'vimeo', 'metaculus', 'manifold', 'observable', 'frame'], (editor) =>
    ask(editor, 'embed'),
  ),
]
