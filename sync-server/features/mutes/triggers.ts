import { members } from '#shared/accounts/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { setMute } from '#shared/mutes/mutations.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

/** Who is muted must be there, which a device cannot always know. */
export const requireMember = defineTrigger(setMute, async ({ tx }, { mutedId, isMuted }) => {
  if (isMuted) await getOrThrow(tx, members, mutedId)
})
