import { Extension } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import type { Node } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import {
  ProsemirrorBinding,
  redo,
  relativePositionToAbsolutePosition,
  undo,
  ySyncPlugin,
  ySyncPluginKey,
  yUndoPlugin,
  yUndoPluginKey,
} from '@tiptap/y-tiptap'
import type { UndoManager, XmlFragment } from 'yjs'
import { makeTolerant } from '../schema/tolerant.ts'
import { isWritingEdits, noteTransactions, withExactEdits } from './exact-edits.ts'
import { keepCaret, noteCarets } from './lasting-caret.ts'
import { keepTextsApart } from './neighbor-texts.ts'
import { isReadingCaret, keepUnreadCaret } from './unread-caret.ts'

/**
 * Ties the editor to the shared text, with an undo that takes back one's own changes only. The
 * binding (y-tiptap 3.0.9) forgets all nodes at each change by another and builds the whole
 * document anew, which costs a tenth of a second in a long essay. Here it keeps the nodes of what
 * has not changed, and replaces only the blocks between the first and the last difference. Carets
 * stay at their letters (lasting-caret.ts). Relies on `mapping`, `_tr` and `beforeAllTransactions`
 * of its binding; the journeys of two writers (comfort, writing-together) fail when a new version
 * does without them.
 */
export const SharedText = Extension.create<{ fragment: XmlFragment | null }>({
  name: 'sharedText',
  // Before all other plugins: what they see of a transaction has gone through this one.
  priority: 1000,
  addOptions: () => ({ fragment: null }),
  addKeyboardShortcuts() {
    return {
      'Mod-z': () => takeBack(this.editor.state, undo),
      'Mod-y': () => takeBack(this.editor.state, redo),
      'Shift-Mod-z': () => takeBack(this.editor.state, redo),
    }
  },
  dispatchTransaction({ transaction, next }) {
    // What was asked of an editor that is gone meanwhile still comes.
    if (!this.editor.isDestroyed) keepUnreadCaret(this.editor.view, transaction)
    next(transaction)
  },
  addProseMirrorPlugins() {
    const { fragment } = this.options
    if (fragment === null) return []
    makeTolerant(this.editor.schema)
    const sync = ySyncPlugin(fragment)
    const begin = sync.spec.view
    sync.spec.view = (view: EditorView) => {
      const { binding } = ySyncPluginKey.getState(view.state)
      if (binding instanceof ProsemirrorBinding) keepNodes(binding)
      const { update, ...rest } = begin(view)
      if (!(binding instanceof ProsemirrorBinding)) return { update, ...rest }
      return {
        ...rest,
        update: (now: EditorView, before: EditorState) => {
          // Read in the middle of a change by another, which what is written here would be taken
          // for a part of.
          if (isReadingCaret(now) && now.state.doc === before.doc) return
          withExactEdits(binding, before, now.state, () => update?.(now, before))
        },
      }
    }
    return [sync, yUndoPlugin(), placesOfUndo(), noteTransactions()]
  },
})

type State = Parameters<typeof undo>[0]

/**
 * Always `true`: the key is ours, also when nothing is left to take back; the browser's own undo
 * would spoil the text.
 */
function takeBack(state: State, act: (state: State) => boolean | undefined): boolean {
  act(state)
  return true
}

export function undoManagerOf(state: State): UndoManager | null {
  return yUndoPluginKey.getState(state)?.undoManager ?? null
}

/**
 * After an undo the caret goes to where it was before what has been taken back. The binding leaves
 * that place lying for the next change, which is anybody's: the caret would jump then, or, where
 * the place lies beyond the end by now, the binding would throw in the middle of a change.
 */
function placesOfUndo(): Plugin {
  return new Plugin({
    view: (view) => {
      const { binding } = ySyncPluginKey.getState(view.state)
      const manager = undoManagerOf(view.state)
      const onPopped = ({ stackItem }: { readonly stackItem: { readonly meta: Map<unknown, unknown> } }) => {
        if (!(binding instanceof ProsemirrorBinding)) return
        // Its type knows no `null`, which the binding itself sets.
        Reflect.set(binding, 'beforeTransactionSelection', null)
        const place = stackItem.meta.get(binding)
        if (typeof place !== 'object' || place === null || !('anchor' in place) || !('head' in place)) return
        const anchor = positionOf(binding, place.anchor)
        const head = positionOf(binding, place.head)
        const { doc, tr } = view.state
        if (anchor === null || head === null || Math.max(anchor, head) > doc.content.size) return
        view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))).scrollIntoView())
      }
      manager?.on('stack-item-popped', onPopped)
      return { destroy: () => manager?.off('stack-item-popped', onPopped) }
    },
  })
}

function positionOf(binding: ProsemirrorBinding, place: unknown): number | null {
  return relativePositionToAbsolutePosition(binding.doc, binding.type, place, binding.mapping)
}

function keepNodes(binding: ProsemirrorBinding): void {
  // The first drawing starts from nothing, and the binding clears what it knows: nothing yet.
  binding.mapping.clear = () => {}
  keepTextsApart(binding, () => isWritingEdits(binding))
  noteCarets(binding)
  Object.defineProperty(binding, '_tr', {
    get: () => {
      const transaction: Transaction = binding.prosemirrorView.state.tr.setMeta('addToHistory', false)
      const replace = transaction.replace.bind(transaction)
      let changed: Range = { from: 0, to: 0 }
      transaction.replace = (from, to, slice) => {
        const { doc } = transaction
        if (from !== 0 || to !== doc.content.size || slice === undefined || slice.openStart + slice.openEnd > 0)
          return replace(from, to, slice)
        const difference = differenceOf(doc, slice.content)
        changed = { from: difference.from, to: difference.from + difference.middle.size }
        return replace(difference.from, difference.to, new Slice(difference.middle, 0, 0))
      }
      keepCaret(binding, transaction, () => changed)
      return transaction
    },
  })
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Which blocks to replace, and by what. */
function differenceOf(before: Node, after: Fragment): Range & { readonly middle: Fragment } {
  const most = Math.min(before.childCount, after.childCount)
  let start = 0
  let from = 0
  while (start < most && before.child(start) === after.child(start)) {
    from += before.child(start).nodeSize
    start += 1
  }
  let end = 0
  let left = 0
  while (end < most - start && before.child(before.childCount - 1 - end) === after.child(after.childCount - 1 - end)) {
    left += before.child(before.childCount - 1 - end).nodeSize
    end += 1
  }
  const middle: Node[] = []
  for (let at = start; at < after.childCount - end; at++) middle.push(after.child(at))
  return { from, to: before.content.size - left, middle: Fragment.from(middle) }
}
