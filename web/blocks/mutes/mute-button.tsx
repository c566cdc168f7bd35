import { Suspense } from 'react'
import { latePart } from '../../ui/late-part.ts'
import { useMe } from '../../data/viewer.ts'
import type { MuteButtonProps } from './muting.ts'

const LiveMuteButton = latePart(() => import('./live-mute-button.tsx').then((part) => part.LiveMuteButton))

/** "Mute", a toggle for members; nothing without a script (`/muted` has forms). */
export function MuteButton(props: MuteButtonProps) {
  const { viewer, isKnown } = useMe()
  if (!isKnown || viewer.kind === 'visitor' || viewer.userId === props.id) return null
  return (
    <Suspense>
      <LiveMuteButton {...props} />
    </Suspense>
  )
}
