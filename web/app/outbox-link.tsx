import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { outboxWords } from '../blocks/outbox-words.ts'
import { useIsOnline } from '../data/connection.ts'
import { useDeviceState } from '../data/device-state.ts'
import { useLockedOut } from '../data/locked-out.ts'
import { useOutbox } from '../data/outbox.ts'

/** What is sent at once needs no mention. */
const patienceMs = 1_500

/** How many things have not been sent, until there are none; nothing for a moment's wait. */
export function OutboxLink() {
  const isOnline = useIsOnline()
  const outbox = useOutbox()
  const { link } = useDeviceState()
  const said = outboxWords({ isOnline, link, lockedOut: useLockedOut(link), outbox })
  const isWaiting = said !== null
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setLong(false)
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  if (said === null || (isOnline && !isLong && outbox.refused.length === 0)) return null
  return (
    <a className="to-outbox" href={links.outbox()}>
      <span className="desktop-only">{said.words}</span>
      <span className="phone">
        {said.count}
        <span className="unsent-word"> not sent</span>
      </span>
    </a>
  )
}
