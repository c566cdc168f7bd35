import { useSyncExternalStore } from 'react'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'

/**
 * Where the text itself is still open to one, but this copy of it is not: what was unsent in it
 * stands in a draft of one's own by now.
 */
export function Reopen({ open, onReopen }: { readonly open: OpenDocument; readonly onReopen: () => void }) {
  const ended = useSyncExternalStore(open.ended.subscribe, open.ended.get)
  if (ended === null || (ended.why !== 'refused' && ended.why !== 'reset')) return null
  return (
    <button className="btn" type="button" onClick={onReopen}>
      Reopen
    </button>
  )
}
