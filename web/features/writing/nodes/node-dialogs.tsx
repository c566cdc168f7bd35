import type { Editor } from '@tiptap/core'
import { useMemo, useSyncExternalStore } from 'react'
import { askedIn } from './asked.ts'
import { EmbedDialog } from './embed-dialog.tsx'
import { MathDialog } from './math-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { PollDialog } from './poll-dialog.tsx'
import { PredictionDialog } from './prediction-dialog.tsx'

/** The dialog about a node of the text that was asked for, if one was. */
export function NodeDialogs({ editor }: { readonly editor: Editor }) {
  const store = useMemo(() => askedIn(editor), [editor])
  const asked = useSyncExternalStore(store.subscribe, store.get)
  if (asked === null) return null
  const onClose = () => {
    store.set(null)
    if (!editor.isDestroyed) editor.commands.focus(undefined, { scrollIntoView: false })
  }
  const props = { editor, at: asked.at, onClose }
  switch (asked.about) {
    case 'poll':
      return <PollDialog {...props} />
    case 'prediction':
      return <PredictionDialog {...props} />
    case 'embed':
      return <EmbedDialog {...props} />
    case 'note':
      return <NoteDialog {...props} />
    default:
      return <MathDialog {...props} isBlock={asked.about === 'mathBlock'} />
  }
}
