import { links } from '#shared/links.ts'
import { usePage } from '../../../data/page.ts'
import type { loadPast } from '../events.load.ts'
import { EventLines } from '../parts/event-lines.tsx'

export default function PastPage() {
  const { lines, more } = usePage<typeof loadPast>()
  return (
    <>
      <h1 className="page-title">Past events</h1>
      <p className="meta soft">
        <a href={links.community()}>Community</a> · <a href={links.upcomingEvents()}>Upcoming events</a> ·{' '}
        <a href={links.newEvent()}>New event</a>
      </p>
      <h2 className="sr">All past events by date</h2>
      <EventLines lines={lines} more={more} empty="No past events." />
    </>
  )
}
