import { Extension } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorState } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/**
 * Nothing but the text: the block with the caret is as bright as ever, the others step back, and
 * the line that is written stays at one height of the screen. One mark on one block and a class of
 * the text; the rest is the style sheet's.
 */
export type FocusPorts = { readonly onLeave: () => void }
type Focus = { readonly isOn: boolean; readonly here: DecorationSet; readonly at: number }

const key = new PluginKey<Focus>('focusMode')
const off: Focus = { isOn: false, here: DecorationSet.empty, at: -1 }
/** Where the line stands, from the top of what is seen. */
const height = 0.42

export const FocusMode = Extension.create<{ ports: FocusPorts | null }>({
  name: 'focusMode',
  addOptions: () => ({ ports: null }),
  addKeyboardShortcuts() {
    return {
      Escape: () => {
        if (key.getState(this.editor.state)?.isOn !== true) return false
        this.options.ports?.onLeave()
        return true
      },
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin<Focus>({
      key,
      state: {
        init: () => off,
        apply: (transaction, before, _old, state) => {
          const set: boolean | undefined = transaction.getMeta(key)
          if (set === false || (set === undefined && !before.isOn)) return off
          if (set === undefined && !transaction.docChanged && !transaction.selectionSet) return before
          return marked(state)
        },
      },
      props: {
        decorations: (state) => key.getState(state)?.here ?? null,
        attributes: (state): Record<string, string> => (key.getState(state)?.isOn === true ? { class: 'in-focus' } : {}),
        // It scrolls by itself.
        handleScrollToSelection: (view) => key.getState(view.state)?.isOn === true,
      },
      view: () => {
        let frame = 0
        return {
          update: (view, before) => {
            const isOn = key.getState(view.state)?.isOn === true
            const isSame = before.doc === view.state.doc && before.selection.eq(view.state.selection)
            if (!isOn || (isSame && key.getState(before)?.isOn === true) || frame !== 0) return
            frame = requestAnimationFrame(() => {
              frame = 0
              toHeight(view)
            })
          },
          destroy: () => cancelAnimationFrame(frame),
        }
      },
    }),
  ],
})

export function setFocusMode(editor: Editor, isOn: boolean): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, isOn).setMeta('addToHistory', false))
}

function marked({ doc, selection }: EditorState): Focus {
  const at = Math.min(selection.$head.index(0), doc.childCount - 1)
  const from = selection.$head.depth === 0 ? selection.head : selection.$head.before(1)
  const block = doc.nodeAt(from)
  if (block === null) return { isOn: true, here: DecorationSet.empty, at }
  return { isOn: true, at, here: DecorationSet.create(doc, [Decoration.node(from, from + block.nodeSize, { class: 'here' })]) }
}

/** At once: what moves while one writes should not be seen to move. Not while a pointer selects. */
function toHeight(view: EditorView): void {
  if (view.isDestroyed || !view.hasFocus() || !view.state.selection.empty) return
  const seen = visualViewport?.height ?? innerHeight
  const { top } = view.coordsAtPos(view.state.selection.head)
  const by = top - (visualViewport?.offsetTop ?? 0) - seen * height
  if (Math.abs(by) > 2) scrollBy({ top: by, behavior: 'instant' })
}
