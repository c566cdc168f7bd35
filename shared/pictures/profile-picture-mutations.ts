/** Asked of the server: only it knows which pictures there are. */
import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { visitor } from '../kernel/viewer.ts'
import { isNewMember } from '../moderation/new-members.ts'
import { raise } from '../moderation/record.ts'
import { Crop, movedCrop, squareRatio } from './crop.ts'
import { shownPicture } from './shown-picture.ts'
import { OwnPicture } from '../sequences/schema.ts'
import { canRemoveProfilePicture, canSetProfilePicture } from './profile-picture-rules.ts'
import { profilePictures } from './profile-picture-schema.ts'

/**
 * The viewer's own picture, and which square of it is shown. One that was just added may still be
 * on its way, as in a text. @throws AppError 'invalid' with `src` where there is none to show.
 */
export const setProfilePicture = defineMutation({
  name: 'profilePictures.set',
  args: z.strictObject({ src: OwnPicture, ...Crop.shape }),
  async run({ tx, viewer, now }, { src, ...crop }) {
    authorize(canSetProfilePicture(viewer))
    const self = signedIn(viewer)
    const { userId: id } = self
    if (src === null) throw new AppError('invalid', { field: 'src' })
    const size = await shownPicture(tx, src, 'src')
    const before = await tx.get(profilePictures, id)
    await tx.put(profilePictures, { id, src, ...size, crop: movedCrop(size, crop, { x: 0, y: 0 }, squareRatio), changedAt: now })
    // Another part of the same picture is no new one.
    if (before?.src !== src && isNewMember(self)) await raise({ tx, viewer: visitor, now }, id, 'unreviewedProfileImageUpdate')
  },
})

/** Of oneself, or by the staff. One that is not there any more is no fault. */
export const removeProfilePicture = defineMutation({
  name: 'profilePictures.remove',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer }, { id }) {
    authorize(canRemoveProfilePicture(viewer, id))
    if ((await tx.get(profilePictures, id)) !== undefined) await tx.delete(profilePictures, id)
  },
})
