import { Extension } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorState } from '@tiptap/pm/state'
import { isFromShared } from '../plugins/block-names.ts'

const key = new PluginKey<boolean>('textLock')

/**
 * Where somebody may not write, nothing that is done here changes the text: no key, no tool, no
 * plugin that would mend something. Others' words come in all the same. So passages can be chosen
 * by keys where one may only comment.
 */
export const TextLock = Extension.create({
  name: 'textLock',
  addProseMirrorPlugins: () => [
    new Plugin<boolean>({
      key,
      state: {
        init: () => false,
        apply: (transaction, before) => {
          const told: unknown = transaction.getMeta(key)
          return typeof told === 'boolean' ? told : before
        },
      },
      filterTransaction: (transaction, state) => key.getState(state) !== true || !transaction.docChanged || isFromShared(transaction),
    }),
  ],
})

/** Whether one may only comment here. */
export const isTextLocked = (state: EditorState): boolean => key.getState(state) === true

export function lockText(editor: Editor, isLocked: boolean): void {
  if (key.getState(editor.state) === isLocked) return
  editor.view.dispatch(editor.state.tr.setMeta(key, isLocked).setMeta('addToHistory', false))
}
