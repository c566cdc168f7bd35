import { useNow } from '../../ui/clock.ts'
import type { EventTimes } from './event-times.ts'
import { ownWall, whenWords, zoneWords } from './event-words.ts'

/**
 * When it is, by a clock at the event; with a script also by the reader's, where that shows
 * something else.
 */
export function EventTime({ starts, ends, zone, startAt, endAt }: EventTimes) {
  // Known once the page has come alive: the server has no clock of the reader's.
  const isAlive = useNow() !== null
  if (startAt === null) return <span>Date to be announced</span>
  const own = [ownWall(startAt), endAt === null ? '' : ownWall(endAt)] as const
  return (
    <>
      <time dateTime={new Date(startAt).toISOString()}>{whenWords(starts, ends)}</time> <span className="soft">({zoneWords(zone)})</span>
      {isAlive && (own[0] !== starts || own[1] !== ends) ? (
        <>
          <br />
          {whenWords(...own)} <span className="soft">(your time)</span>
        </>
      ) : null}
    </>
  )
}
