import { useSyncExternalStore } from 'react'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { modeMeans, modeOf } from './sharing-words.ts'

/** How the text is open here, and what that means when one may not write. */
export function Mode({ open }: { readonly open: OpenDocument }) {
  const level = useSyncExternalStore(open.level.subscribe, open.level.get)
  const mode = modeOf(level)
  // That one may write one's own text goes without saying.
  if (mode === null || level === 'own') return null
  const more = modeMeans(level)
  return (
    <p className="editor-mode meta" data-mode={mode}>
      <b>{mode}</b>
      {more === null ? null : <span className="soft"> {more}</span>}
    </p>
  )
}
