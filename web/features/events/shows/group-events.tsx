import type { PartProps } from '../../../data/places.ts'
import { EventLines } from '../parts/event-lines.tsx'
import type { loadGroupEvents } from '../shown.load.ts'

/** What a group has planned, and what it has done. */
export default function GroupEvents({
  page: { drafts, upcoming, undated, past, newEvent, calendar },
}: PartProps<typeof loadGroupEvents, 'group-end'>) {
  return (
    <>
      {drafts.length === 0 ? null : (
        <section aria-labelledby="group-drafts">
          <h2 className="section" id="group-drafts">
            Drafts
          </h2>
          <p className="hint-line">Only their authors and the group’s organizers see these.</p>
          <EventLines isOfGroup lines={drafts} empty="" />
        </section>
      )}
      <section aria-labelledby="group-upcoming">
        <h2 className="section" id="group-upcoming">
          Upcoming events
        </h2>
        <EventLines isOfGroup lines={[...upcoming, ...undated]} empty="No upcoming events." />
        <p className="after">
          <a href={newEvent}>New event</a> <a href={calendar}>Subscribe in your calendar</a>
        </p>
      </section>
      {past.length === 0 ? null : (
        <section aria-labelledby="group-past">
          <h2 className="section" id="group-past">
            Past events
          </h2>
          <EventLines isOfGroup lines={past} empty="" />
        </section>
      )}
    </>
  )
}
