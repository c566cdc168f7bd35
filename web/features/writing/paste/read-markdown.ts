import type { Editor } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import { pastedNotes } from '../plugins/mend.ts'
import { pastedRange, takeNotes } from './paste.ts'

/**
 * Puts the text that was pasted last in again, read as Markdown. `false` when it cannot be read, or
 * is not there any more.
 */
export async function readPastedMarkdown(editor: Editor, markdown: string): Promise<boolean> {
  const { markdownToDoc } = await import('#shared/text/markdown-in.ts')
  const range = pastedRange.getState(editor.state)
  if (range === null || range === undefined || editor.isDestroyed) return false
  try {
    const { doc } = markdownToDoc(markdown, 'essay')
    const { schema, tr } = editor.state
    const { slice, notes } = takeNotes(new Slice(Fragment.fromJSON(schema, doc.content), 0, 0), tr.doc)
    tr.replaceRange(range.from, range.to, Slice.maxOpen(slice.content))
    if (notes.size > 0) tr.setMeta(pastedNotes, notes)
    editor.view.dispatch(tr.setMeta(pastedRange, null).scrollIntoView())
    return true
  } catch (error) {
    if (error instanceof RangeError) return false // Too long, or it makes no sound text: the plain text stays.
    throw error
  }
}
