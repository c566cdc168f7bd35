/** Asked of the server. */
import type { MutationContext } from '../kernel/mutation.ts'
import type { LocalGroup } from './schema.ts'
import { members } from '../accounts/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { signedIn } from '../kernel/mutation.ts'
import { putMutation, removeMutation } from '../kernel/row-mutations.ts'
import { isStaff } from '../kernel/viewer.ts'
import { shownPicture } from '../pictures/shown-picture.ts'
import { plainText } from '../text/measure.ts'
import { areWhole } from './coordinates.ts'
import { localGroupsMadeBy } from './queries.ts'
import { canEditLocalGroup, canMakeLocalGroup, canMakeLocalGroups, canRemoveLocalGroup } from './rules.ts'
import { localGroupDetails, localGroupLimits, localGroups } from './schema.ts'

type Said = Omit<LocalGroup, 'makerId' | 'createdAt'>

/**
 * Makes one, or says all of it anew. @throws AppError 'invalid' with `organizerIds` where one is no
 * member, `location` where there is none, `latitude` where one coordinate is alone, `body` where it
 * is too long.
 */
export const putLocalGroup = putMutation({
  ...{ name: 'localGroups.put', table: localGroups, details: localGroupDetails },
  ...{ may: canMakeLocalGroups, mayOf: canEditLocalGroup },
  make: ({ viewer, now }) => ({ makerId: signedIn(viewer).userId, createdAt: now }),
  check,
})

async function check({ tx, viewer }: MutationContext, said: Said): Promise<void> {
  const before = await tx.get(localGroups, said.id)
  if (before === undefined) {
    authorize(canMakeLocalGroup(viewer, said))
    const { userId } = signedIn(viewer)
    const made = await tx.count(localGroupsMadeBy(userId, localGroupLimits.madeByMember))
    if (made >= localGroupLimits.madeByMember && !isStaff(viewer)) throw new AppError('not-allowed', { reason: 'too-many-groups' })
  }
  // Who was in it before may have left the site since: that keeps nobody from changing the rest.
  const added = said.organizerIds.filter((id) => before?.organizerIds.includes(id) !== true)
  const there = (await tx.getMany(members, added)).filter(({ isDeactivated }) => !isDeactivated)
  if (there.length < added.length) throw new AppError('invalid', { field: 'organizerIds' })
  if (!said.isOnline && said.location === '') throw new AppError('invalid', { field: 'location' })
  if (!areWhole(said)) throw new AppError('invalid', { field: 'latitude' })
  const { bannerUrl } = said
  if (typeof bannerUrl === 'string' && bannerUrl !== before?.bannerUrl) await shownPicture(tx, bannerUrl, 'bannerUrl')
  if (plainText(said.body).length > localGroupLimits.bodyCharacters) throw new AppError('invalid', { field: 'body' })
}

export const removeLocalGroup = removeMutation({ name: 'localGroups.remove', table: localGroups, may: canRemoveLocalGroup })
