import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'

/**
 * To be called before a provider is destroyed: it then removes its awareness state under the
 * document's client id, and throws where that id has no entry. Yjs gives a document another id when
 * its own is in use elsewhere.
 */
export function ensureKnownClient({ meta }: Awareness, { clientID }: Doc): void {
  if (!meta.has(clientID)) meta.set(clientID, { clock: 0, lastUpdated: 0 })
}
