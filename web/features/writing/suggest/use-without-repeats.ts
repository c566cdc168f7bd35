import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Post } from '#shared/posts/schema.ts'
import { canDecideSuggestion } from '#shared/inline-comments/rules.ts'
import type { InlineComment } from '#shared/inline-comments/schema.ts'
import { isAllLocal, withoutRepeats } from '#shared/inline-comments/accepted-words.ts'
import { undoManagerOf } from '../plugins/shared-text.ts'
import { isTextLocked } from '../inline-comments/text-lock.ts'
import { documentOf, holdForOthers } from './accept-locally.ts'

/**
 * What two who were apart have both taken over stands in the text once again, as soon as both are
 * known here.
 */
export function useWithoutRepeats(editor: Editor, rows: readonly InlineComment[] | undefined, viewer: Viewer, post: Post): void {
  useEffect(() => {
    const doc = documentOf(editor)
    const repeated = (rows ?? []).filter((row) => (row.taken?.length ?? 0) > 1 && canDecideSuggestion(viewer, row, post).allowed)
    if (doc === null || repeated.length === 0) return
    const look = (): void => {
      if (isTextLocked(editor.state)) return
      const undo = undoManagerOf(editor.state)
      for (const { change, taken = [] } of repeated) {
        if (undo !== null) holdForOthers(undo, doc, taken)
        if (change !== undefined) withoutRepeats(doc, change, taken, 'repeats')
      }
      // What is all here has been looked at for good: no key pays for it.
      if (repeated.every(({ taken = [] }) => isAllLocal(doc, taken))) doc.off('update', lookSoon)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookSoon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(look, 0)
    }
    // The rows may be here before the words.
    doc.on('update', lookSoon)
    lookSoon()
    return () => {
      doc.off('update', lookSoon)
      clearTimeout(timer)
    }
  }, [editor, rows, viewer, post])
}
