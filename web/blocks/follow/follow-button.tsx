import { Suspense, useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { latePart } from '../../ui/late-part.ts'
import { followWord, type FollowButtonProps } from './follow-words.ts'
import { useMe } from '../../data/viewer.ts'

const LiveFollowButton = latePart(() => import('./live-follow-button.tsx').then((part) => part.LiveFollowButton))

/**
 * "Follow", a toggle; nothing without a script (`/manageSubscriptions` has forms). What is needed
 * to do it comes after the first paint.
 */
export function FollowButton({ kind, id, name, className = 'btn quiet' }: FollowButtonProps) {
  const { viewer, isKnown } = useMe()
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  if (kind.startsWith('member') && viewer.kind === 'member' && viewer.userId === id) return null
  const still = (
    <button type="button" className={`${className} needs-js`} disabled={isAlive && isKnown}>
      {followWord(kind, false)}
      <span className="sr"> {name}</span>
    </button>
  )
  if (!isAlive || !isKnown) return still
  if (viewer.kind === 'visitor') {
    return (
      <a className={className} href={links.login()}>
        {followWord(kind, false)}
        <span className="sr"> {name}</span>
      </a>
    )
  }
  return (
    <Suspense fallback={still}>
      <LiveFollowButton kind={kind} id={id} name={name} className={className} />
    </Suspense>
  )
}
