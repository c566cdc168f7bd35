/**
 * Passages that somebody has said something about, marked in the text. They move with one's own
 * typing, and are looked up anew when others write. Which there are is told from outside
 * (`updateInlineComments`); the text itself knows nothing of them.
 */
import { Extension } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { isFromShared } from '../plugins/block-names.ts'
import type { Passage, Range } from './places.ts'
import { placeOf } from './places.ts'

export interface Marked extends Passage {
  readonly id: string
}

interface Told {
  readonly marked: readonly Marked[]
  /** The one that is open beside the text. */
  readonly openId: string | null
  /** The key, and a click on a passage: its inline comment, `null` for a new one. */
  readonly onInlineComment: (id: string | null) => void
}

interface Marks extends Told {
  readonly places: ReadonlyMap<string, Range>
  readonly drawn: DecorationSet
}

const key = new PluginKey<Marks>('inlineCommentMarks')
const nothing: Marks = { marked: [], openId: null, onInlineComment: () => {}, places: new Map(), drawn: DecorationSet.empty }

export const InlineCommentMarks = Extension.create({
  name: 'inlineCommentMarks',
  addKeyboardShortcuts() {
    return {
      'Mod-Alt-m': () => {
        const { state } = this.editor
        const { empty, head } = state.selection
        key.getState(state)?.onInlineComment(empty ? inlineCommentAt(state, head) : null)
        return true
      },
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin<Marks>({
      key,
      state: { init: () => nothing, apply: (transaction, before, _old, state) => follow(transaction, before, state) },
      props: {
        decorations: (state) => key.getState(state)?.drawn ?? null,
        handleClick(view, at) {
          const id = inlineCommentAt(view.state, at)
          if (id !== null) key.getState(view.state)?.onInlineComment(id)
          return false
        },
      },
    }),
  ],
})

/** Which passages there are from now on. */
export function updateInlineComments(editor: Editor, told: Told): void {
  if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, told).setMeta('addToHistory', false))
}

/** Where each of them is now; those that are gone are not among them. */
export function inlineCommentPlaces(state: EditorState): ReadonlyMap<string, Range> {
  return key.getState(state)?.places ?? nothing.places
}

/** The one with the smallest passage around that place. */
function inlineCommentAt(state: EditorState, at: number): string | null {
  const around = [...inlineCommentPlaces(state)].filter(([, { from, to }]) => from <= at && at <= to)
  const [smallest] = around.toSorted(([, a], [, b]) => a.to - a.from - (b.to - b.from))
  return smallest?.[0] ?? null
}

function follow(transaction: Transaction, before: Marks, state: EditorState): Marks {
  // Put there by `updateInlineComments` alone.
  const told = transaction.getMeta(key) as Told | undefined
  if (told !== undefined) return drawn({ ...before, ...told, places: placesIn(state, told.marked) }, state)
  if (!transaction.docChanged || before.marked.length === 0) return before
  if (isFromShared(transaction)) return drawn({ ...before, places: placesIn(state, before.marked) }, state)
  const places = new Map<string, Range>()
  for (const [id, { from, to }] of before.places) {
    const [start, end] = [transaction.mapping.map(from, 1), transaction.mapping.map(to, -1)]
    if (start < end) places.set(id, { from: start, to: end })
  }
  return drawn({ ...before, places }, state)
}

function placesIn(state: EditorState, marked: readonly Marked[]): ReadonlyMap<string, Range> {
  return new Map(
    marked.flatMap((each) => {
      const place = placeOf(state, each)
      return place === null ? [] : [[each.id, place] as const]
    }),
  )
}

function drawn(marks: Marks, { doc }: EditorState): Marks {
  const decorations = [...marks.places].map(([id, { from, to }]) =>
    Decoration.inline(from, to, { class: id === marks.openId ? 'has-inline-comment is-open' : 'has-inline-comment' }),
  )
  return { ...marks, drawn: DecorationSet.create(doc, decorations) }
}
