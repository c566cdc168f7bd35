import { canSeeMember } from '../accounts/rules.ts'
import { members } from '../accounts/schema.ts'
import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { removeProfilePicture, setProfilePicture } from './mutations.ts'
import { profilePictures } from './schema.ts'

export const profilePicturesDomain = defineDomain({
  tables: [profilePictures],
  mutations: [setProfilePicture, removeProfilePicture],
  policies: [
    // It goes with its member, the staff's view included.
    readPolicy(profilePictures, async (picture, viewer, read) => {
      const member = await read.get(members, picture.id)
      return member !== undefined && !member.isDeactivated && canSeeMember(viewer, member).allowed ? picture : undefined
    }),
  ],
})
