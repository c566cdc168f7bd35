/**
 * The site's own name is nobody's: decided where every way in meets, in the mutation's transaction.
 */
import type { Triggers } from '#server/sync/triggers.ts'
import { updateProfile } from '#shared/accounts/mutations.ts'
import { isReservedName } from '#shared/accounts/names.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

/** @param siteName only the server knows it, so a device cannot judge this. */
export function accountTriggers(siteName: string): Triggers {
  return [
    defineTrigger(updateProfile, async (_context, { displayName }) => {
      if (displayName !== undefined && isReservedName(displayName, [siteName])) throw new AppError('taken', { field: 'displayName' })
    }),
  ]
}
