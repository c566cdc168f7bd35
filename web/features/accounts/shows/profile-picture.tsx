import { SquarePicture } from '../../../blocks/pictures/square-picture.tsx'
import type { PartProps } from '../../../data/places.ts'
import type { loadProfilePicture } from '../onboarding.load.ts'

/** Beside a member's name. */
export default function ProfilePicture({ page: { picture } }: PartProps<typeof loadProfilePicture, 'profile-head'>) {
  return <SquarePicture picture={picture} />
}
