import type { Editor } from '@tiptap/core'
import type { Command, EditorState } from '@tiptap/pm/state'
import { TextSelection } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  mergeCells,
  nextCell,
  selectedRect,
  selectionCell,
  splitCell,
  toggleHeader,
} from '@tiptap/pm/tables'
import type { DocNode } from '#shared/text/nodes.ts'
import { insertBlock } from '../parts/insert-block.ts'

const columns = 3
const rows = 3

/** Within a cell there is no room for a table. */
export function canHoldTable(state: EditorState): boolean {
  return !isInTable(state) && state.selection.$from.parent.type.name !== 'figcaption'
}

/** A heading row and two more, with the caret in the first cell. */
export function insertTable(editor: Editor): void {
  const row = (type: 'tableHeader' | 'tableCell'): DocNode => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, () => ({ type, content: [{ type: 'paragraph' }] })),
  })
  const before = editor.state.selection.from
  insertBlock(editor, { type: 'table', content: Array.from({ length: rows }, (_, at) => row(at === 0 ? 'tableHeader' : 'tableCell')) })
  const { doc, tr } = editor.state
  let first: number | null = null
  doc.nodesBetween(Math.max(0, before - 1), Math.min(doc.content.size, before + 6), (node, at) => {
    if (first === null && node.type.name === 'tableHeader') first = at
    return first === null
  })
  if (first !== null) editor.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(first + 1))).scrollIntoView())
}

/** Tab and Shift-Tab: from cell to cell; behind the last one a row more. */
export function tabInTable(editor: Editor, direction: 1 | -1): boolean {
  const { view } = editor
  if (!isInTable(view.state)) return false
  if (goToNextCell(direction)(view.state, view.dispatch)) return true
  if (direction === 1 && addRowAfter(view.state, view.dispatch)) goToNextCell(1)(view.state, view.dispatch)
  return true
}

/**
 * Enter: to the cell below, from the last row to the text below the table. A break within a cell is
 * Shift-Enter.
 */
export function enterInTable({ view }: Editor): boolean {
  const { state } = view
  if (!isInTable(state)) return false
  const below = nextCell(selectionCell(state), 'vert', 1)
  if (below !== null && below !== undefined) {
    view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(below.pos + 1))).scrollIntoView())
    return true
  }
  const { tableStart, table } = selectedRect(state)
  const after = tableStart - 1 + table.nodeSize
  const next = state.doc.nodeAt(after)
  const { tr, schema } = state
  if (next === null || !next.isTextblock) tr.insert(after, schema.node('paragraph'))
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView())
  return true
}

export type TableAction = { readonly name: string; readonly label: string; readonly command: Command }

/** Of all cells that are selected, or of the column that the caret is in. */
const align =
  (to: 'left' | 'center' | 'right' | null): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false
    const { map, table, tableStart, left, right } = selectedRect(state)
    const { tr } = state
    for (const at of map.cellsInRect({ left, right, top: 0, bottom: map.height })) {
      if (table.nodeAt(at)?.attrs['align'] !== to) tr.setNodeAttribute(tableStart + at, 'align', to)
    }
    dispatch?.(tr)
    return true
  }

export const tableActions: readonly TableAction[] = [
  { name: 'row-above', label: 'Row above', command: addRowBefore },
  { name: 'row-below', label: 'Row below', command: addRowAfter },
  { name: 'column-before', label: 'Column left', command: addColumnBefore },
  { name: 'column-after', label: 'Column right', command: addColumnAfter },
  { name: 'delete-row', label: 'Delete row', command: deleteRow },
  { name: 'delete-column', label: 'Delete column', command: deleteColumn },
  { name: 'header-row', label: 'Heading row', command: toggleHeader('row') },
  { name: 'header-column', label: 'Heading column', command: toggleHeader('column') },
  { name: 'align-left', label: 'Align left', command: align(null) },
  { name: 'align-center', label: 'Centre', command: align('center') },
  { name: 'align-right', label: 'Align right', command: align('right') },
  { name: 'merge', label: 'Merge cells', command: mergeCells },
  { name: 'split', label: 'Split cell', command: splitCell },
  { name: 'delete-table', label: 'Delete table', command: deleteTable },
]

export function doInTable(editor: Editor, { command }: TableAction): void {
  command(editor.state, editor.view.dispatch)
  editor.view.focus()
}
