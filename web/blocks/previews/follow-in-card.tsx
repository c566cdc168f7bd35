import { createRoot } from 'react-dom/client'
import { FollowButton } from '../follow/follow-button.tsx'

/** The button to follow a member, in their card. Gives the way to take it out again. */
export function mountFollow(place: HTMLElement, { id, name }: { readonly id: string; readonly name: string }): () => void {
  const root = createRoot(place)
  root.render(<FollowButton kind="member" id={id} name={name} />)
  return () => root.unmount()
}
