import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { DecorationSet } from '@tiptap/pm/view'
import type { DecorationAttrs } from '@tiptap/pm/view'
import { yCursorPlugin, yCursorPluginKey } from '@tiptap/y-tiptap'
import type { Awareness } from 'y-protocols/awareness'
import { personOf, type Person } from './people.ts'

/**
 * The carets and selections of others. Colours are classes of the style sheet: a page of ours takes
 * no style attribute.
 */
export const Carets = Extension.create<{ awareness: Awareness | null }>({
  name: 'carets',
  priority: 999,
  addOptions: () => ({ awareness: null }),
  addProseMirrorPlugins() {
    const { awareness } = this.options
    if (awareness === null) return []
    return [
      yCursorPlugin(awareness, {
        // What stands in a state was written by somebody's device: the binding would fall over a
        // place that is none.
        awarenessStateFilter: (mine: number, theirs: number, state: unknown) =>
          mine !== theirs && personOf(state) !== null && hasPlace(state),
        cursorBuilder: (user: unknown) => caret(personOf({ user })),
        selectionBuilder: (user: unknown): DecorationAttrs => ({ class: `peer-selection ${personOf({ user })?.tint ?? ''}` }),
      }),
      // While nobody else is here, one's own caret would make a second transaction of each key, to
      // draw nothing.
      new Plugin({
        filterTransaction: (transaction, state) =>
          transaction.getMeta(yCursorPluginKey) === undefined ||
          awareness.getStates().size > 1 ||
          yCursorPluginKey.getState(state) !== DecorationSet.empty,
      }),
    ]
  },
})

function caret(person: Person | null): HTMLElement {
  const mark = document.createElement('span')
  mark.className = `caret ${person?.tint ?? ''}`
  mark.setAttribute('aria-hidden', 'true')
  const name = document.createElement('span')
  name.className = 'caret-name'
  name.textContent = person?.name ?? ''
  // Word joiners: a caret at the end of a line must not pull a word down.
  mark.append('\u2060', name, '\u2060')
  return mark
}

function hasPlace(state: unknown): boolean {
  const cursor = field(state, 'cursor')
  return isPlace(field(cursor, 'anchor')) && isPlace(field(cursor, 'head'))
}

/** A relative position of Yjs as JSON: the ids of an item and its type, or the name of a root. */
function isPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const isItemId = (id: unknown): boolean =>
    id === null || id === undefined || (Number.isSafeInteger(field(id, 'client')) && Number.isSafeInteger(field(id, 'clock')))
  const name = field(value, 'tname')
  const assoc = field(value, 'assoc')
  return (
    isItemId(field(value, 'item')) &&
    isItemId(field(value, 'type')) &&
    (name === null || name === undefined || name === 'body') &&
    (assoc === undefined || assoc === 0 || assoc === -1)
  )
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
}
