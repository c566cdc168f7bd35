import { links } from '#shared/links.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { PartProps } from '../../../data/places.ts'
import { EventLines } from '../parts/event-lines.tsx'
import type { loadEventsNear } from '../near.load.ts'

/** What comes near the reader's own place. */
export default function EventsNear({ page: { words, radius, lines } }: PartProps<typeof loadEventsNear, 'community-top'>) {
  const viewer = useViewer()
  return (
    <section aria-labelledby="events-near">
      <h2 className="section" id="events-near">
        Events near you
      </h2>
      {words === null ? (
        <p>
          {viewer.kind === 'member' ? (
            <>
              <a href={links.account('place')}>Set your place</a> to see events near you, or{' '}
              <a href={links.nearbyEvents()}>use this device’s location</a>.
            </>
          ) : (
            <a href={links.nearbyEvents()}>Find events near you</a>
          )}
        </p>
      ) : (
        <>
          <EventLines lines={lines} empty={`No upcoming events within ${radius} km of ${words}.`} />
          <p className="after">
            <a href={links.nearbyEvents()}>All near you</a>
            <a href={links.account('place')}>Change your place</a>
          </p>
        </>
      )}
    </section>
  )
}
