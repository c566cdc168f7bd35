import { FollowButton } from '../../../blocks/follow/follow-button.tsx'
import type { Places } from '../../../data/places.ts'

export default function FollowMember({ given: { member } }: { readonly given: Places['profile-acts']['given'] }) {
  return <FollowButton kind="memberAll" id={member.id} name={member.name} className="btn" />
}
