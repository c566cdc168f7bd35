import { links } from '#shared/links.ts'
import type { PartProps } from '../../../data/places.ts'
import { EventLines } from '../parts/event-lines.tsx'
import type { loadCommunityEvents } from '../shown.load.ts'

/** What comes next, anywhere. */
export default function CommunityEvents({ page: { lines } }: PartProps<typeof loadCommunityEvents, 'community-top'>) {
  return (
    <section aria-labelledby="community-events">
      <h2 className="section" id="community-events">
        Upcoming events
      </h2>
      <EventLines lines={lines} empty="No upcoming events." />
      <p className="after">
        <a href={links.upcomingEvents()}>All upcoming events</a>
        <a href={links.pastEvents()}>Past events</a>
        <a href={links.newEvent()}>New event</a>
      </p>
    </section>
  )
}
