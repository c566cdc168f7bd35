import { Extension } from '@tiptap/core'
import { baseKeymap, chainCommands, createParagraphNear, liftEmptyBlock, newlineInCode, splitBlockKeepMarks } from '@tiptap/pm/commands'
import { keymap } from '@tiptap/pm/keymap'
import type { Command } from '@tiptap/pm/state'
import { undoRule } from './undo-rule.ts'

/**
 * What Enter, Backspace and Delete do where nothing else has a say. Tiptap's own (`keymap`) is left
 * out: it makes plain paragraphs of what is left when all is deleted, which takes the blocks' names
 * away, which block-names.ts gives again, without an end.
 */
export const BaseKeys = Extension.create({
  name: 'baseKeys',
  // After the keys that know where the caret is.
  priority: 10,
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      // A sign that has just become something becomes a sign again.
      Backspace: () => undoRule(editor),
    }
  },
  addProseMirrorPlugins() {
    const enter = chainCommands(newlineInCode, createParagraphNear, liftEmptyBlock, splitBlockKeepMarks)
    // Over several blocks what is selected goes first: a split between two depths fails.
    const enterOverBlocks: Command = ({ selection, tr }, dispatch, view) => {
      if (selection.$from.sameParent(selection.$to) || view === undefined) return false
      dispatch?.(tr.deleteSelection().scrollIntoView())
      return enter(view.state, view.dispatch, view) || true
    }
    return [keymap({ ...baseKeymap, Enter: chainCommands(enterOverBlocks, enter) })]
  },
})
