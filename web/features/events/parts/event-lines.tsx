import { EventTime } from '../../../blocks/events/event-time.tsx'
import { kmWords } from '../../../blocks/events/place-words.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import '../event-lines.css'
import type { EventLine } from '../event-view.ts'

interface EventLinesProps {
  /** `km`: how far away, where that matters. */
  readonly lines: readonly (EventLine & { readonly km?: number })[]
  readonly empty: string
  readonly more?: string | null
  /** Of a group's own list, where it need not be said. */
  readonly isOfGroup?: boolean
}

/** The narrowest form; of a small picture there is one alone. */
const thumbOf = ({ src, srcset }: NonNullable<EventLine['picture']>) => (srcset === null ? { src } : { src, srcSet: srcset, sizes: '8rem' })

/** Events as a list: what, when, where. */
export function EventLines({ lines, empty, more = null, isOfGroup = false }: EventLinesProps) {
  if (lines.length === 0) return <p className="empty">{empty}</p>
  return (
    <>
      <ul className="plain-list">
        {lines.map(({ id, title, href, times, place, isCancelled, picture, group, groupHref, km }) => (
          <li key={id} className={picture === null ? undefined : 'event-line'}>
            {/* What it shows is said on the event’s own page. */}
            {picture === null ? null : (
              <img className="event-thumb" {...thumbOf(picture)} alt="" width={128} height={80} loading="lazy" decoding="async" />
            )}
            <h3 className="row-title" dir="auto">
              <a href={href}>{title}</a>
              {isCancelled ? <span className="soft"> (canceled)</span> : null}
            </h3>
            <p className="meta">
              <EventTime {...times} />
            </p>
            <p className="meta soft" dir="auto">
              {place}
              {km === undefined ? null : <span className="nums"> · {kmWords(km)}</span>}
              {group === null || groupHref === null || isOfGroup ? null : (
                <>
                  {' · '}
                  <a href={groupHref}>{group}</a>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More events</MoreLink>
        </p>
      )}
    </>
  )
}
