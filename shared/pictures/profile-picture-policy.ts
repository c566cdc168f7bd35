import { canSeeMember } from '../accounts/rules.ts'
import { members } from '../accounts/schema.ts'
import { readPolicy } from '../kernel/domain.ts'
import { profilePictures } from './profile-picture-schema.ts'

/** It goes with its member, from the staff's view too. */
export const profilePicturePolicy = readPolicy(profilePictures, async (picture, viewer, read) => {
  const member = await read.get(members, picture.id)
  return member !== undefined && !member.isDeactivated && canSeeMember(viewer, member).allowed ? picture : undefined
})
