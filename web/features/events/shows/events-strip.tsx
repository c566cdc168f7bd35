import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { EventDay } from '../../../blocks/events/event-day.tsx'
import { ask } from '../../../data/connection.ts'
import type { PartProps } from '../../../data/places.ts'
import { useMe } from '../../../data/viewer.ts'
import type { loadEventsStrip } from '../near.load.ts'
import type { StripLines } from '../near-strip.ts'
import { nearLines } from '../near-strip.ts'

/** The next events in a few lines; to a member who has said where they are, those near them. */
export default function EventsStrip({ page: { lines } }: PartProps<typeof loadEventsStrip, 'front-top'>) {
  const { viewer, hasPlace = false } = useMe()
  const userId = viewer.kind === 'member' && hasPlace ? viewer.userId : null
  const [near, setNear] = useState<StripLines>([])
  useEffect(() => {
    setNear([])
    if (userId === null) return undefined
    const leaving = new AbortController()
    ask(links.pageData(links.nearbyEvents()), { signal: leaving.signal, headers: { accept: 'application/json' } })
      .then((response) => (response.ok ? response.json() : null))
      // Without a network, or from somebody else's server: those of all stand.
      .catch(() => null)
      .then((answer: unknown) => (leaving.signal.aborted ? undefined : setNear(nearLines(answer))))
      .catch(reportError)
    return () => leaving.abort()
  }, [userId])
  const isNear = near.length > 0
  return (
    <nav className="meta events-strip" aria-labelledby="events-strip">
      <a id="events-strip" href={isNear ? links.nearbyEvents() : links.upcomingEvents()}>
        {isNear ? 'Events near you' : 'Upcoming events'}
      </a>
      <ul>
        {(isNear ? near : lines).map(({ title, href, ...times }) => (
          <li key={href}>
            <a href={href}>
              <bdi>{title}</bdi>{' '}
              <span className="soft">
                <EventDay isShort {...times} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
