import { createRoot } from 'react-dom/client'
import { FollowButton } from '../follow/follow-button.tsx'
import { MuteButton } from '../mutes/mute-button.tsx'

export interface FollowedMember {
  readonly id: string
  readonly name: string
  readonly slug: string
}

/**
 * The buttons to follow a member and to mute them, in their card. Gives the way to take them out
 * again.
 */
export function mountFollow(place: HTMLElement, { id, name, slug }: FollowedMember): () => void {
  const root = createRoot(place)
  root.render(
    <>
      <FollowButton kind="member" id={id} name={name} /> <MuteButton id={id} slug={slug} name={name} />
    </>,
  )
  return () => root.unmount()
}
