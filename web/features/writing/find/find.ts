import { Extension } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { undoManagerOf } from '../plugins/shared-text.ts'
import type { FindOptions, Match, Search } from './search.ts'
import { makeSearch, replacementFor } from './search.ts'

/**
 * Find and replace: what is found is marked beside the text, never in it. While nothing is looked
 * for it does nothing at all; while something is, a change moves the marks at once, and a moment
 * later the blocks that changed are looked through again.
 */
export type FindPorts = { readonly onFind: (withReplace: boolean) => void }
type FindState = Search & {
  readonly options: FindOptions | null
  /** Of `matches`; -1 while there are none. */
  readonly current: number
}

const noFind: FindState = { options: null, matches: [], hasMore: false, problem: null, current: -1 }
const pauseMs = 200
/** Marks that are drawn around the current one: a browser takes its time over thousands. */
const maxDrawn = 200

type Held = FindState & { readonly marks: DecorationSet; readonly search: (doc: Node) => Search }
type Action = { readonly options: FindOptions | null } | { readonly current: number } | 'again'

const key = new PluginKey<Held>('find')
const none: Held = { ...noFind, marks: DecorationSet.empty, search: () => noFind }

export const Find = Extension.create<{ ports: FindPorts | null }>({
  name: 'find',
  addOptions: () => ({ ports: null }),
  addKeyboardShortcuts() {
    const { ports } = this.options
    const open = (withReplace: boolean) => () => {
      if (ports === null) return false
      ports.onFind(withReplace)
      return true
    }
    const step = (by: 1 | -1) => () => (findState(this.editor.state).options === null ? false : goTo(this.editor, by))
    return {
      'Mod-f': open(false),
      'Mod-h': open(true),
      'Mod-Alt-f': open(true),
      F3: step(1),
      'Shift-F3': step(-1),
      'Mod-g': step(1),
      'Shift-Mod-g': step(-1),
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin<Held>({
      key,
      state: { init: () => none, apply: (transaction, before, _old, state) => follow(transaction, before, state) },
      props: { decorations: (state) => key.getState(state)?.marks ?? null },
      view: () => {
        let pause: ReturnType<typeof setTimeout> | undefined
        return {
          update: (view: EditorView, old: EditorState) => {
            if (view.state.doc === old.doc || findState(view.state).options === null) return
            clearTimeout(pause)
            pause = setTimeout(() => {
              if (!view.isDestroyed) view.dispatch(quietly(view.state.tr, 'again'))
            }, pauseMs)
          },
          destroy: () => clearTimeout(pause),
        }
      },
    }),
  ],
})

export function findState(state: EditorState): FindState {
  return key.getState(state) ?? noFind
}

/**
 * Looks for something else; the match at or after the caret becomes the current one. `null`: no
 * more looking.
 */
export function find(editor: Editor, options: FindOptions | null): void {
  editor.view.dispatch(quietly(editor.state.tr, { options }))
  if (findState(editor.state).current >= 0) show(editor)
}

/** To the next match or the one before, around the ends. */
export function goTo(editor: Editor, by: 1 | -1): boolean {
  const { matches, current } = findState(editor.state)
  if (matches.length === 0) return true
  editor.view.dispatch(quietly(editor.state.tr, { current: (current + by + matches.length) % matches.length }))
  show(editor)
  return true
}

/** The caret takes the current match, for whoever writes on there. */
export function selectCurrent(editor: Editor): void {
  const { matches, current } = findState(editor.state)
  const match = matches[current]
  if (match === undefined) return
  const { tr, doc } = editor.state
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, match.from, match.to)))
}

/** Replaces the current match and goes to the next one. */
export function replaceOne(editor: Editor, replacement: string): boolean {
  const { matches, current, options } = findState(editor.state)
  const match = matches[current]
  if (match === undefined || options === null || !editor.isEditable) return false
  const tr = put(editor.state, editor.state.tr, match, replacementFor(match, replacement, options.isPattern))
  const after = tr.mapping.map(match.to)
  editor.view.dispatch(tr)
  editor.view.dispatch(quietly(editor.state.tr, 'again'))
  const next = findState(editor.state).matches.findIndex(({ from }) => from >= after)
  editor.view.dispatch(quietly(editor.state.tr, { current: Math.max(0, next) }))
  show(editor)
  return true
}

/** Replaces all of them at once: one step to take back. @returns how many. */
export function replaceAll(editor: Editor, replacement: string): number {
  const { options } = findState(editor.state)
  if (options === null || !editor.isEditable) return 0
  editor.view.dispatch(quietly(editor.state.tr, 'again'))
  const { matches } = findState(editor.state)
  if (matches.length === 0) return 0
  const manager = undoManagerOf(editor.state)
  const { tr } = editor.state
  for (const match of matches.toReversed()) put(editor.state, tr, match, replacementFor(match, replacement, options.isPattern))
  manager?.stopCapturing()
  editor.view.dispatch(tr)
  manager?.stopCapturing()
  editor.view.dispatch(quietly(editor.state.tr, 'again'))
  return matches.length
}

/** New words look as the first letter that they replace. */
function put({ doc, schema }: EditorState, tr: Transaction, { from, to }: Match, words: string): Transaction {
  const text = words.replaceAll('\0', '').toWellFormed()
  if (text === '') return tr.delete(from, to)
  const isCode = doc.resolve(from).parent.type.spec.code === true
  return tr.replaceWith(from, to, schema.text(text, isCode ? [] : (doc.nodeAt(from)?.marks ?? [])))
}

function quietly(tr: Transaction, action: Action): Transaction {
  return tr.setMeta(key, action).setMeta('addToHistory', false)
}

function follow(transaction: Transaction, before: Held, { doc, selection }: EditorState): Held {
  const action: Action | undefined = transaction.getMeta(key)
  if (typeof action === 'object' && 'options' in action) {
    if (action.options === null) return none
    const search = makeSearch(action.options)
    const found = search(doc)
    const next = found.matches.findIndex(({ to }) => to >= selection.from)
    const current = found.matches.length === 0 ? -1 : Math.max(0, next)
    return { ...found, options: action.options, search, current, marks: marksOf(doc, found.matches, current) }
  }
  if (before.options === null) return before
  if (typeof action === 'object') return { ...before, current: action.current, marks: marksOf(doc, before.matches, action.current) }
  if (action === 'again') {
    const found = before.search(doc)
    // As they were moved along: nothing to draw.
    if (isSame(found.matches, before.matches) && found.problem === before.problem && found.hasMore === before.hasMore) return before
    const at = before.matches[before.current]?.from ?? selection.from
    const current =
      found.matches.length === 0
        ? -1
        : Math.max(
            0,
            found.matches.findIndex(({ from }) => from >= at),
          )
    return { ...before, ...found, current, marks: marksOf(doc, found.matches, current) }
  }
  if (!transaction.docChanged) return before
  const matches = before.matches.map((match) => moved(match, transaction)).filter((match) => match !== null)
  const current = Math.min(before.current, matches.length - 1)
  return { ...before, matches, current, marks: before.marks.map(transaction.mapping, doc) }
}

function isSame(a: readonly Match[], b: readonly Match[]): boolean {
  return a.length === b.length && a.every(({ from, to }, index) => from === b[index]?.from && to === b[index]?.to)
}

function moved(match: Match, { mapping }: Transaction): Match | null {
  const [from, to] = [mapping.map(match.from, 1), mapping.map(match.to, -1)]
  return from < to ? { ...match, from, to } : null
}

function marksOf(doc: Node, matches: readonly Match[], current: number): DecorationSet {
  const first = Math.max(0, Math.min(current - maxDrawn / 2, matches.length - maxDrawn))
  const drawn = matches.slice(first, first + maxDrawn)
  return DecorationSet.create(
    doc,
    drawn.map(({ from, to }, index) => Decoration.inline(from, to, { class: first + index === current ? 'found now' : 'found' })),
  )
}

/** Brings the current match into view; the focus stays where it is. */
function show(editor: Editor): void {
  const { matches, current } = findState(editor.state)
  const match = matches[current]
  if (match === undefined) return
  const { node } = editor.view.domAtPos(match.from)
  const element = node instanceof Element ? node : node.parentElement
  const mark = element?.querySelector('.found.now') ?? element
  mark?.scrollIntoView({ block: 'center' })
}
