import type { Editor } from '@tiptap/core'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import type { UndoManager } from 'yjs'
import { Doc as YDoc } from 'yjs'
import type { Change } from '#shared/inline-comments/change.ts'
import type { Taken } from '#shared/inline-comments/schema.ts'
import type { Accepted } from '#shared/inline-comments/accept-change.ts'
import { acceptChange } from '#shared/inline-comments/accept-change.ts'
import { isAllLocal, acceptedIn } from '#shared/inline-comments/accepted-words.ts'
import { undoManagerOf } from '../plugins/shared-text.ts'
import { isTextLocked } from '../inline-comments/text-lock.ts'

/**
 * Of the changes to the shared text that come of accepting a proposal: one's own, so that undo
 * takes them back.
 */
const origin = 'suggestion'

/**
 * `locked`: nobody may write here, for now or at all; the shared text does not ask, so it is asked
 * here.
 */
export type LocallyAccepted = Accepted | { readonly kind: 'locked'; readonly taken: null }

/**
 * Accepts a proposal in the text that this editor shows, as one step of undo. @param others
 * proposed beside it.
 */
export function acceptLocally(editor: Editor, change: Change, others: readonly Change[]): LocallyAccepted {
  if (isTextLocked(editor.state)) return { kind: 'locked', taken: null }
  const doc = documentOf(editor)
  if (doc === null) return { kind: 'clash', taken: null }
  const undo = undoManagerOf(editor.state)
  undo?.addTrackedOrigin(origin)
  undo?.stopCapturing()
  const done = acceptChange(doc, change, others, origin)
  undo?.stopCapturing()
  return done
}

/**
 * Nothing of what taking it over has written is in the text any more: undone, or taken out by hand.
 */
export function isUndoneLocally(editor: Editor, taken: readonly Taken[]): boolean {
  const doc = documentOf(editor)
  return doc !== null && taken.length > 0 && isAllLocal(doc, taken) && acceptedIn(doc, taken) === null
}

/**
 * What stands for somebody else's taking over too is not one's own to undo any more: with it theirs
 * would be gone, which went for it.
 */
export function holdForOthers(undo: UndoManager, doc: YDoc, taken: readonly Taken[]): void {
  const stands = acceptedIn(doc, taken)
  if (stands === null) return
  const { client, from, length } = stands
  undo.undoStack = undo.undoStack.filter(({ insertions }) => {
    const written = insertions.clients.get(client) ?? []
    return !written.some(({ clock, len }) => clock >= from && clock + len <= from + length)
  })
}

/** The shared document behind the text that this editor shows. */
export function documentOf(editor: Editor): YDoc | null {
  const { doc } = ySyncPluginKey.getState(editor.state) ?? {}
  return doc instanceof YDoc ? doc : null
}
