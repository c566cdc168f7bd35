import { links } from '#shared/links.ts'
import { usePage } from '../../../data/page.ts'
import type { loadUpcoming } from '../events.load.ts'
import { EventLines } from '../parts/event-lines.tsx'

export default function UpcomingPage() {
  const { lines, more } = usePage<typeof loadUpcoming>()
  return (
    <>
      <h1 className="page-title">Upcoming events</h1>
      <p className="meta soft">
        <a href={links.community()}>Community</a> · <a href={links.nearbyEvents()}>Near you</a> ·{' '}
        <a href={links.pastEvents()}>Past events</a> · <a href={links.newEvent()}>New event</a>
      </p>
      <h2 className="sr">All upcoming events by date</h2>
      <EventLines lines={lines} more={more} empty="No upcoming events." />
    </>
  )
}
