import type { Doc } from '#shared/text/schema.ts'
import { EssayBody } from '#shared/text/schema.ts'
import type { Device } from '../../../data/device/device-api.ts'

/**
 * What somebody is about to propose: the text they began from, and what they made of it. Nobody
 * else has it until they send it.
 */
export interface SavedSuggestion {
  readonly base: Doc
  readonly text: Doc
  /**
   * Of its changes in their order, once it is being sent: what has gone under one does not go
   * again.
   */
  readonly ids?: readonly string[]
}

/** Among the device's drafts, so that it is counted, exported and wiped like all that is unsent. */
export const suggestionPlace = (postId: string): string => `suggest:${postId}`

export async function savedSuggestion(device: Device, postId: string): Promise<SavedSuggestion | null> {
  const kept = await device.drafts.get(suggestionPlace(postId))
  if (kept === undefined) return null
  const [base, text] = [readDoc(kept.values['base']), readDoc(kept.values['text'])]
  const ids = kept.values['ids']?.split(' ') ?? []
  return base === null || text === null ? null : { base, text, ids }
}

export async function keepSuggestion(device: Device, postId: string, { base, text, ids = [] }: SavedSuggestion): Promise<void> {
  const values = { base: JSON.stringify(base), text: JSON.stringify(text), ...(ids.length > 0 && { ids: ids.join(' ') }) }
  await device.drafts.save(suggestionPlace(postId), values, Date.now())
}

function readDoc(json: string | undefined): Doc | null {
  if (json === undefined) return null
  const read = EssayBody.safeParse(JSON.parse(json))
  return read.success ? read.data : null
}
