import { Extension } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { ask } from '../nodes/asked.ts'
import { isFromShared } from './block-names.ts'
import { factsOf, freshNoteName, type TextFacts } from './facts.ts'

/**
 * Notes: a number where one is called, and the list at the end of the text where it is written.
 * Numbers follow the order of the calls, as on the published page, and are drawn beside the text,
 * never stored in it.
 */
type Drawn = { readonly order: string; readonly count: number; readonly numbers: DecorationSet }
const drawnKey = new PluginKey<Drawn>('footnotes')

export const Footnotes = Extension.create({
  name: 'footnotes-in-editor',
  addKeyboardShortcuts() {
    return {
      'Ctrl-Alt-f': () => noteKey(this.editor),
      Enter: () => openSelected(this.editor),
      Backspace: () => removeEmptyNote(this.editor),
    }
  },
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin<Drawn>({
        key: drawnKey,
        state: {
          init: (_config, { doc }) => draw(doc),
          apply: (transaction, before, _old, { doc }) => (transaction.docChanged ? redraw(transaction, before, doc) : before),
        },
        props: {
          decorations: (state) => drawnKey.getState(state)?.numbers ?? null,
          handleClickOn: (_view, at, node, nodeAt, event) => {
            if (node.type.name === 'footnoteRef') return ask(editor, 'note', nodeAt) || toNote(editor, String(node.attrs['note']))
            const isBack = event.target instanceof Element && event.target.closest('.note-back') !== null
            return node.type.name === 'footnote' && isBack && at >= 0 ? toCall(editor, String(node.attrs['note'])) : false
          },
        },
      }),
    ]
  },
})

function redraw(transaction: Transaction, before: Drawn, doc: Node): Drawn {
  const facts = factsOf(doc)
  if (facts.calls.length + facts.notes.length === 0) return before.count === 0 ? before : draw(doc)
  if (!isFromShared(transaction) && orderOf(facts) === before.order) {
    const numbers = before.numbers.map(transaction.mapping, doc)
    if (numbers.find().length === before.count) return { ...before, numbers }
  }
  return draw(doc)
}

function draw(doc: Node): Drawn {
  const facts = factsOf(doc)
  const numbers = numbersOf(facts)
  const called = new Set(facts.calls.map((call) => call.name))
  const decorations = [
    ...facts.calls.map(({ at, name }) => {
      const number = String(numbers.get(name) ?? '?')
      return Decoration.node(at, at + 1, { 'data-number': number, 'aria-label': `Note ${number}` })
    }),
    ...facts.notes.map(({ at, name, node }) =>
      Decoration.node(at, at + node.nodeSize, {
        value: String(numbers.get(name) ?? 0),
        ...(called.has(name) ? {} : { class: 'uncalled' }),
      }),
    ),
  ]
  return { order: orderOf(facts), count: decorations.length, numbers: DecorationSet.create(doc, decorations) }
}

const orderOf = (facts: TextFacts): string =>
  `${facts.calls.map(({ name }) => name).join(' ')}|${facts.notes.map(({ name }) => name).join(' ')}`

function numbersOf({ calls, notes }: TextFacts): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  const known = new Set(notes.map(({ name }) => name))
  for (const { name } of calls) if (known.has(name) && !numbers.has(name)) numbers.set(name, numbers.size + 1)
  for (const { name } of notes) if (!numbers.has(name)) numbers.set(name, numbers.size + 1)
  return numbers
}

/** Whether a note can be called from where the caret is. */
export function canCallNote({ selection, schema }: EditorState): boolean {
  const { $to } = selection
  return (
    noteAround($to) === null &&
    $to.parent.inlineContent &&
    $to.parent.type.contentMatch.matchType(schema.nodes['footnoteRef'] ?? $to.parent.type) !== null
  )
}

/** In a note, or beside a call: there and back. Anywhere else a new note. */
export function noteKey(editor: Editor): boolean {
  const { selection } = editor.state
  const inside = noteAround(selection.$from)
  if (inside !== null) return toCall(editor, inside)
  const beside = [selection.$from.nodeBefore, selection.$from.nodeAfter].find((node) => node?.type.name === 'footnoteRef')
  if (beside !== undefined && beside !== null) return toNote(editor, String(beside.attrs['note']))
  return insertNote(editor)
}

export function insertNote(editor: Editor): boolean {
  const { state, view } = editor
  if (!editor.isEditable || !canCallNote(state)) return false
  const { schema, tr } = state
  const facts = factsOf(state.doc)
  const name = freshNoteName(new Set(facts.notes.map((note) => note.name)))
  const at = state.selection.to
  // In the list the new note stands after the one that was called before it.
  const earlier = facts.calls.findLast((call) => call.at < at)?.name
  const before = earlier === undefined ? undefined : facts.notes.find((note) => note.name === earlier)
  const list = facts.noteLists.at(-1)
  const note = schema.node('footnote', { note: name }, schema.node('paragraph'))
  const place = before !== undefined ? before.at + before.node.nodeSize : list === undefined ? undefined : list + 1
  if (place === undefined) tr.insert(state.doc.content.size, schema.node('footnotes', null, note))
  else tr.insert(place, note)
  tr.insert(at, schema.node('footnoteRef', { note: name }))
  const made = factsOf(tr.doc).notes.find((found) => found.name === name)
  if (made !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(made.at + 2)))
  view.dispatch(tr.scrollIntoView())
  view.focus()
  return true
}

function toNote(editor: Editor, name: string): boolean {
  const note = factsOf(editor.state.doc).notes.find((found) => found.name === name)
  return note !== undefined && select(editor, note.at + 2, 1)
}

function toCall(editor: Editor, name: string): boolean {
  const call = factsOf(editor.state.doc).calls.find((found) => found.name === name)
  return call !== undefined && select(editor, call.at + 1, -1)
}

function select({ state, view }: Editor, at: number, bias: number): boolean {
  view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(at), bias)).scrollIntoView())
  view.focus()
  return true
}

function openSelected(editor: Editor): boolean {
  const { selection } = editor.state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'footnoteRef') return false
  return ask(editor, 'note', selection.from) || toNote(editor, String(selection.node.attrs['note']))
}

/** An empty note goes by Backspace, and with it the number in the text. */
function removeEmptyNote(editor: Editor): boolean {
  const { selection, doc, tr } = editor.state
  const name = noteAround(selection.$from)
  if (name === null || !selection.empty) return false
  const note = factsOf(doc).notes.find((found) => found.name === name)
  if (note === undefined || note.node.textContent !== '' || note.node.childCount > 1 || note.node.firstChild?.isTextblock !== true)
    return false
  const calls = factsOf(doc).calls.filter((call) => call.name === name)
  tr.delete(note.at, note.at + note.node.nodeSize)
  for (const call of calls.toReversed()) tr.delete(call.at, call.at + 1)
  const first = calls[0]
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(first?.at ?? note.at, tr.doc.content.size)), -1))
  editor.view.dispatch(tr.scrollIntoView())
  return true
}

/** The name of the note that a place stands in. */
function noteAround($at: EditorState['selection']['$from']): string | null {
  for (let depth = $at.depth; depth > 0; depth--) {
    const node = $at.node(depth)
    if (node.type.name === 'footnote') return String(node.attrs['note'])
  }
  return null
}
