import type { MouseEvent, ReactNode } from 'react'
import { links } from '#shared/links.ts'
import { counted, grouped } from '../../../blocks/counts.ts'
import { EventTime } from '../../../blocks/events/event-time.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import '../map.css'
import type { loadGroupsMap } from '../map.load.ts'
import { DrawnMap, Mark } from '../parts/drawn-map.tsx'

export type MapPageData = ReturnType<typeof usePage<typeof loadGroupsMap>>

const kindWords = { all: 'All', groups: 'Groups', events: 'Events', members: 'Members' } as const
const markOf = { groups: 'group', events: 'event', members: 'member' } as const
const wordOf = { group: 'Group', event: 'Event', member: 'Member' } as const

/** Groups, events and members on the world, and the same as a list below. */
export default function MapPage() {
  const { frame, pins, tiles, attribution, list, counts, calendar, more, ways, whole, kinds, types } = usePage<typeof loadGroupsMap>()
  const tabs = kinds.map(({ kind, href, isCurrent }) => ({
    ...{ href, isCurrent },
    word: (
      <>
        {kind === 'all' ? null : <Mark kind={markOf[kind]} />}
        {kindWords[kind]}
      </>
    ),
  }))
  return (
    <>
      <h1 className="page-title">Community map</h1>
      <p className="meta soft">
        <a href={links.community()}>Community</a> · <a href={links.account('place')}>Add yourself to the map</a>
      </p>
      <div className="map-kinds">
        <Tabs label="What the map shows" tabs={tabs} />
      </div>
      {types.length === 0 ? null : (
        <nav className="map-types" aria-label="Types">
          {types.map(({ type, word, isOn, href }) => (
            <Way key={type} href={href} isCurrent={isOn}>
              {word}
            </Way>
          ))}
        </nav>
      )}
      <DrawnMap frame={frame} pins={pins} {...(tiles !== undefined && { tiles })} />
      {attribution === undefined ? null : (
        <p className="map-credit meta soft">
          {attribution.href === null ? (
            attribution.words
          ) : (
            <a href={attribution.href} rel="noopener">
              {attribution.words}
            </a>
          )}
        </p>
      )}
      <nav className="map-ways" aria-label="Move the map">
        <Way href={ways.in} name="Zoom in">
          +
        </Way>
        <Way href={ways.out} name="Zoom out">
          −
        </Way>
        <Way href={ways.west} name="Move west">
          ←
        </Way>
        <Way href={ways.north} name="Move north">
          ↑
        </Way>
        <Way href={ways.south} name="Move south">
          ↓
        </Way>
        <Way href={ways.east} name="Move east">
          →
        </Way>
        {whole === null ? null : <Way href={whole}>Whole world</Way>}
      </nav>
      <section className="map-list" aria-labelledby="on-the-map">
        <h2 className="section" id="on-the-map">
          On this map
        </h2>
        <p className="meta soft" role="status">
          {inWords(counts, kinds.find(({ isCurrent }) => isCurrent)?.kind ?? 'all')}
        </p>
        <ul className="plain-list">
          {list.map(({ kind, id, name, href, place, words, times }) => (
            <li key={id}>
              <h3 className="row-title" dir="auto">
                <Mark kind={kind} />
                <a href={href}>{name}</a>
              </h3>
              {times === null ? null : (
                <p className="meta">
                  <EventTime {...times} />
                </p>
              )}
              <p className="meta soft" dir="auto">
                {[wordOf[kind], place, ...words].filter((word) => word !== '').join(' · ')}
              </p>
            </li>
          ))}
        </ul>
        {more === null ? null : (
          <p className="after">
            <MoreLink href={more}>Show more</MoreLink>
          </p>
        )}
      </section>
      {calendar === undefined ? null : (
        <p className="meta">
          <a href={calendar.href} rel="nofollow">
            Subscribe to events within {calendar.radius} km of the map’s center
          </a>
        </p>
      )}
      <p className="meta soft">
        Only places with coordinates are shown. <a href={links.allLocalGroups()}>All groups</a> ·{' '}
        <a href={links.upcomingEvents()}>All upcoming events</a>
      </p>
    </>
  )
}

const emptyWords = {
  all: 'Nothing is on the map yet. Groups and upcoming events appear here once they have coordinates, members once they add themselves.',
  groups: 'No groups are on the map yet. They appear here once they have coordinates.',
  events: 'No upcoming events are on the map. They appear here once they have coordinates.',
  members: 'No members are on the map yet. They appear here once they add themselves.',
} as const

function inWords({ inView, places, all }: MapPageData['counts'], kind: keyof typeof emptyWords): string {
  if (all === 0) return emptyWords[kind]
  if (inView === places) return counted(places, 'place')
  return `${grouped(inView)} of ${counted(places, 'place')} ${inView === 1 ? 'is' : 'are'} in this part of the world.`
}

interface WayProps {
  /** `null`: it goes no further. */
  readonly href: string | null
  /** What a sign means. */
  readonly name?: string
  readonly isCurrent?: boolean
  readonly children: ReactNode
}

/** Another view of this very page: with a script it is shown without moving the page. */
function Way({ href, name, isCurrent = false, children }: WayProps) {
  const navigate = useNavigate()
  const go = (event: MouseEvent) => {
    if (href === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    void navigate(href, { preventScrollReset: true })
  }
  const said = { 'aria-label': name, title: name, 'aria-current': isCurrent ? ('true' as const) : undefined }
  // Who has just pressed it keeps the focus when it goes no further.
  if (href === null)
    return (
      <a className="btn" role="link" aria-disabled="true" tabIndex={-1} {...said}>
        {children}
      </a>
    )
  return (
    <a className="btn" href={href} rel="nofollow" onClick={go} {...said}>
      {children}
    </a>
  )
}
