import { Suspense, useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { useViewer } from '../../data/viewer.ts'
import { Icon } from '../../ui/icon.tsx'
import { latePart } from '../../ui/late-part.ts'

const plain = (
  <a className="icon-btn desktop-only" href={links.notices()} aria-label="Notifications">
    <Icon name="bell" />
  </a>
)
const LiveBell = latePart(() => import('./live-bell.tsx').then((part) => part.LiveBell), plain)

/** What is new for a member: a link, and after the first paint a menu with a number. */
export function Bell() {
  const viewer = useViewer()
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  if (viewer.kind === 'visitor') return null
  return isAlive ? (
    <Suspense fallback={plain}>
      <LiveBell userId={viewer.userId} />
    </Suspense>
  ) : (
    plain
  )
}
