/** The site's own name is nobody's: decided where every way in meets, in the mutation's transaction. */
import type { Derivations } from '#server/sync/derive.ts'
import { updateProfile } from '#shared/accounts/mutations.ts'
import { isReservedName } from '#shared/accounts/names.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { defineDerive } from '#server/sync/derive.ts'

/** @param siteName only the server knows it, so a device cannot judge this. */
export function accountTriggers(siteName: string): Derivations {
  return [
    defineDerive(updateProfile, async (_context, { displayName }) => {
      if (displayName !== undefined && isReservedName(displayName, [siteName])) throw new AppError('taken', { field: 'displayName' })
    }),
  ]
}
