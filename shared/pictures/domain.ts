import { defineDomain } from '../kernel/domain.ts'
import { removePicture } from './mutations.ts'
import { removeProfilePicture, setProfilePicture } from './profile-picture-mutations.ts'
import { profilePicturePolicy } from './profile-picture-policy.ts'
import { profilePictures } from './profile-picture-schema.ts'
import { pictures } from './schema.ts'

export const picturesDomain = defineDomain({
  tables: [pictures, profilePictures],
  mutations: [removePicture, setProfilePicture, removeProfilePicture],
  policies: [profilePicturePolicy],
})
