import { utcOf } from '#shared/events/zones.ts'
import { longDay } from '../../ui/time-words.ts'
import type { EventTimes } from './event-times.ts'

/** The day on which it starts, by a clock at the event. */
export function EventDay({ starts, startAt }: Pick<EventTimes, 'starts' | 'startAt'>) {
  if (startAt === null) return <span>date to be announced</span>
  return <time dateTime={new Date(startAt).toISOString()}>{longDay(utcOf(starts) ?? 0)}</time>
}
