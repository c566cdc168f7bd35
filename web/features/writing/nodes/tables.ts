import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { fixTables, tableEditing, TableMap } from '@tiptap/pm/tables'
import { isFromShared } from '../plugins/block-names.ts'
import { factsOf } from '../plugins/facts.ts'
import { enterInTable } from './table-actions.ts'

/**
 * Empty cells at the ends of rows that are short; `null` where something else is wrong as well.
 * What stands in a row stays in its columns.
 */
function fillRows({ doc, tr, schema }: EditorState, at: number): Transaction | null {
  const table = doc.nodeAt(at)
  const cell = schema.nodes['tableCell']
  const problems = table === null ? null : TableMap.get(table).problems
  if (table === null || cell === undefined || !problems?.every(({ type }) => type === 'missing')) return null
  let end = at + 1
  table.forEach((row, _offset, index) => {
    end += row.nodeSize
    for (const problem of problems) {
      const filler = cell.createAndFill()
      if (problem.type !== 'missing' || problem.row !== index || filler === null) continue
      tr.insert(
        tr.mapping.map(end - 1, -1),
        Array.from({ length: problem.n }, () => filler),
      )
    }
  })
  return tr
}

/**
 * Tables are edited with prosemirror-tables: cells selected by mouse and Shift with arrows, whole
 * rectangles pasted. Its own mending would answer what others have done as well, on each device at
 * once, and give a row its missing cell twice: here it answers own changes only, wherever the
 * uneven table stands. A row that lacks a cell gets an empty one; none is ever taken away.
 */
export const Tables = Extension.create({
  name: 'tables',
  // Before the keys of lists and paragraphs.
  priority: 150,
  addKeyboardShortcuts() {
    return { Enter: () => enterInTable(this.editor) }
  },
  addProseMirrorPlugins() {
    const { spec } = tableEditing({ allowTableNodeSelection: true })
    const { appendTransaction: tidy, ...rest } = spec
    return [
      new Plugin({
        ...rest,
        appendTransaction(transactions, _before, state) {
          const isOwn = transactions.some((transaction) => transaction.docChanged) && !transactions.some(isFromShared)
          const [uneven] = isOwn ? factsOf(state.doc).unevenTables : []
          if (uneven !== undefined) return fillRows(state, uneven) ?? fixTables(state)
          // Its own look at what was selected; from equal texts it mends nothing.
          return tidy?.call(this, transactions, state, state)
        },
      }),
    ]
  },
})
