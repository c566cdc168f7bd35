import { links } from '#shared/links.ts'
import { EventDay } from '../../../blocks/events/event-day.tsx'
import { usePage } from '../../../data/page.ts'
import type { EventLine } from '../event-view.ts'
import type { loadPast } from '../events.load.ts'
import { EventLines } from '../parts/event-lines.tsx'

type OfDay = readonly [EventLine, ...EventLine[]]

/** By the day on which each began, on a clock where it was. */
function byDay(lines: readonly EventLine[]): readonly OfDay[] {
  const days: OfDay[] = []
  for (const line of lines) {
    const last = days.at(-1)
    if (last !== undefined && dayOf(last[0]) === dayOf(line)) days[days.length - 1] = [...last, line]
    else days.push([line])
  }
  return days
}

const dayOf = ({ times }: EventLine): string => times.starts.slice(0, 10)

export default function PastPage() {
  const { lines, more } = usePage<typeof loadPast>()
  return (
    <>
      <h1 className="page-title">Past events</h1>
      <p className="meta soft">
        <a href={links.community()}>Community</a> · <a href={links.upcomingEvents()}>Upcoming events</a> ·{' '}
        <a href={links.newEvent()}>New event</a>
      </p>
      {lines.length === 0 ? <p className="empty">No past events.</p> : null}
      {byDay(lines).map((ofDay, at, days) => (
        <section key={ofDay[0].id} aria-labelledby={`day-${ofDay[0].id}`}>
          <h2 className="section" id={`day-${ofDay[0].id}`}>
            <EventDay {...ofDay[0].times} />
          </h2>
          <EventLines lines={ofDay} more={at === days.length - 1 ? more : null} empty="" />
        </section>
      ))}
    </>
  )
}
