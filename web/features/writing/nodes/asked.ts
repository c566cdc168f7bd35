import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import type { Store } from '../../../data/store.ts'
import { createStore } from '../../../data/store.ts'
import { isTextLocked } from '../inline-comments/text-lock.ts'

/**
 * A dialog about something in the text. `at`: where the node stands that is to be changed; `null`:
 * a new one is to be made.
 */
export type Asked = {
  readonly about: 'mathInline' | 'mathBlock' | 'poll' | 'prediction' | 'embed' | 'note'
  readonly at: number | null
}

const byEditor = new WeakMap<Editor, Store<Asked | null>>()

/** What is asked of the writer just now. node-dialogs.tsx follows it. */
export function askedIn(editor: Editor): Store<Asked | null> {
  const known = byEditor.get(editor)
  if (known !== undefined) return known
  const store = createStore<Asked | null>(null)
  byEditor.set(editor, store)
  return store
}

export function ask(editor: Editor, about: Asked['about'], at: number | null = null): boolean {
  if (!editor.isEditable || isTextLocked(editor.state)) return false
  askedIn(editor).set({ about, at })
  return true
}

const aboutOf: Readonly<Record<string, Asked['about']>> = {
  mathInline: 'mathInline',
  mathBlock: 'mathBlock',
  poll: 'poll',
  prediction: 'prediction',
  embed: 'embed',
}

/** Opens the dialog of the node that stands there, if it has one. */
export function askAbout(editor: Editor, name: string, at: number): boolean {
  const about = aboutOf[name]
  return about !== undefined && ask(editor, about, at)
}

/** The same for the node that is selected as a whole. */
export function askAboutSelected(editor: Editor): boolean {
  const { selection } = editor.state
  return selection instanceof NodeSelection && askAbout(editor, selection.node.type.name, selection.from)
}
