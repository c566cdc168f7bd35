/**
 * The browser moves its caret at once and says so a moment later (`selectionchange`). What draws
 * the text anew in between (another's words, or only their caret) would have the editor
 * (prosemirror-view 1.42.9) put the browser's caret back to the place that it knows: a click or
 * Ctrl+End is lost, and the next words stand where the writer was before. Here the editor reads the
 * caret first. Relies on `domObserver` of its view; same-place.dom.test.tsx fails when a new
 * version does without it.
 */
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

interface Observer {
  /** What the editor knows of the browser's selection. */
  readonly currentSelection: { readonly eq: (range: unknown) => boolean }
  /** Reads the selection, as at `selectionchange`. */
  readonly flush: () => void
  readonly pendingRecords: () => readonly unknown[]
}

const reading = new WeakSet<EditorView>()

/** Only a caret is being read: nothing of the text has changed by it. */
export const isReadingCaret = (view: EditorView): boolean => reading.has(view)

/** Has the editor read where the browser's caret is, if it does not know yet. */
export function readCaret(view: EditorView): void {
  if (view.isDestroyed || !view.hasFocus() || reading.has(view)) return
  const observer: unknown = Reflect.get(view, 'domObserver')
  const range: unknown = Reflect.get(view, 'domSelectionRange')
  if (!isObserver(observer) || typeof range !== 'function') return
  if (observer.currentSelection.eq(range.call(view))) return
  // In the middle of an event of the browser's that has changed the text: asked for its records, it
  // has to be reminded of them.
  if (observer.pendingRecords().length > 0) return queueMicrotask(() => observer.flush())
  reading.add(view)
  try {
    observer.flush()
  } finally {
    reading.delete(view)
  }
}

const isObserver = (value: unknown): value is Observer =>
  typeof value === 'object' && value !== null && 'currentSelection' in value && 'flush' in value && 'pendingRecords' in value

/** Of a transaction that only draws something: the caret stays where it is on the screen. */
export function keepUnreadCaret(view: EditorView, transaction: Transaction): void {
  if (transaction.docChanged || transaction.selectionSet || reading.has(view)) return
  // Of a text that gets the focus, the browser makes a place of its own: the editor's own counts.
  if (transaction.getMeta('focus') !== undefined || transaction.getMeta('blur') !== undefined) return
  readCaret(view)
  const { doc, selection } = view.state
  if (doc === transaction.doc && !selection.eq(transaction.selection)) transaction.setSelection(selection)
}
