import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { mutesOf } from './queries.ts'
import { canMute } from './rules.ts'
import { muteId, muteLimits, mutes } from './schema.ts'

/**
 * Mutes a member, or ends it. That there is such a member the server asks
 * (`sync-server/features/mutes/triggers.ts`): a device does not hold everybody.
 */
export const setMute = defineMutation({
  name: 'mutes.set',
  runs: 'device',
  args: z.strictObject({ mutedId: Id, isMuted: z.boolean() }),
  key: ({ mutedId }) => `mute:${mutedId}`,
  async run({ tx, viewer, now }, { mutedId, isMuted }) {
    authorize(canMute(viewer, mutedId))
    const { userId } = signedIn(viewer)
    const id = muteId(userId, mutedId)
    const isMutedNow = (await tx.get(mutes, id)) !== undefined
    if (isMutedNow === isMuted) return
    if (!isMuted) return tx.delete(mutes, id)
    if ((await tx.count(mutesOf(userId))) >= muteLimits.perMember)
      throw new AppError('invalid', { field: 'mutedId', message: `at most ${muteLimits.perMember} muted members` })
    await tx.put(mutes, { id, userId, mutedId, changedAt: now })
  },
})
