import '../door-list.css'
import { EventTime } from '../../../blocks/events/event-time.tsx'
import { usePage } from '../../../data/page.ts'
import type { AnsweredBy } from '../who-comes.ts'
import type { loadDoorList } from '../events.load.ts'

interface List {
  readonly count: number
  readonly people: readonly AnsweredBy[]
  readonly more: number
}

/** For paper: a line for each person, with a box to tick. */
export default function DoorListPage() {
  const { title, href, times, capacity, going, waiting } = usePage<typeof loadDoorList>()
  return (
    <div className="narrow">
      <h1 className="page-title" dir="auto">
        Door list: <a href={href}>{title}</a>
      </h1>
      <p>
        <EventTime {...times} />
      </p>
      <p className="meta soft door-hint">
        Only organizers, moderators and administrators see this page. Print it from your browser’s menu.
      </p>
      <Names heading="Going" of={capacity} list={going} empty="Nobody’s RSVP is “Going” yet." isOrdered={false} />
      {waiting.count === 0 ? null : <Names heading="Waiting list" of={null} list={waiting} empty="" isOrdered />}
    </div>
  )
}

interface NamesProps {
  readonly heading: string
  /** How many places there are. */
  readonly of: number | null
  readonly list: List
  readonly empty: string
  readonly isOrdered: boolean
}

function Names({ heading, of, list: { count, people, more }, empty, isOrdered }: NamesProps) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <section className="door">
      <h2 className="section">
        {heading} <span className="nums">{of === null ? `(${count})` : `(${count} of ${of})`}</span>
      </h2>
      {count === 0 ? <p className="empty">{empty}</p> : null}
      <List>
        {people.map(({ name, slug, email, note }) => (
          <li key={email ?? slug} dir="auto">
            {name}{' '}
            <span className="soft">
              {email ?? slug}
              {note === undefined ? null : ` (${note})`}
            </span>
          </li>
        ))}
      </List>
      {more > 0 ? <p>{more === 1 ? 'And 1 more, whose name isn’t shown.' : `And ${more} more, whose names aren’t shown.`}</p> : null}
    </section>
  )
}
