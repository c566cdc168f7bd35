import { formFor } from '#server/http/form-for.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { links } from '#shared/links.ts'
import { removePicture } from '#shared/pictures/mutations.ts'
import { removeProfilePicture, setProfilePicture } from '#shared/pictures/profile-picture-mutations.ts'
import { profilePicturesWith } from '#shared/pictures/profile-picture-queries.ts'
import { profilePictures } from '#shared/pictures/profile-picture-schema.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'

/** A picture that the staff take off the site is nobody's any more. */
const loseWithPicture = defineTrigger(removePicture, async ({ tx }, { id }) => {
  for (const { id: memberId } of await tx.list(profilePicturesWith(links.picture(id)))) await tx.delete(profilePictures, memberId)
})

export const profilePicturesOnServer = defineServerDomain({
  forms: [
    formFor(setProfilePicture, { to: (_args, form) => safeReturnTo(form.fields['from'], links.account('profile')) }),
    formFor(removeProfilePicture, { to: (_args, form) => safeReturnTo(form.fields['from'], links.account('profile')) }),
  ],
  triggers: [loseWithPicture],
  texts: [textsIn(profilePictures, ['changedAt'])],
})
