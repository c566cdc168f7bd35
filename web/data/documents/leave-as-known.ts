import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'

/**
 * Before the provider says goodbye: it does so under the document's client id, and throws where
 * nothing is known of that. Yjs gives a document another id when its own is in use elsewhere.
 */
export function leaveAsKnown({ meta }: Awareness, { clientID }: Doc): void {
  if (!meta.has(clientID)) meta.set(clientID, { clock: 0, lastUpdated: 0 })
}
