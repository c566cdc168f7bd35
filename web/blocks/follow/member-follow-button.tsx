import { useMe } from '../../data/viewer.ts'
import { FollowButton } from './follow-button.tsx'
import type { FollowButtonProps } from './follow-words.ts'

/** As `FollowButton`, for members alone: a visitor's page holds nothing of it. */
export function MemberFollowButton(props: FollowButtonProps) {
  const { viewer, isKnown } = useMe()
  return isKnown && viewer.kind === 'member' ? <FollowButton {...props} /> : null
}
