import { utcOf } from '#shared/events/zones.ts'
import { longDay, shortWeekday } from '../../ui/time-words.ts'
import type { EventTimes } from './event-times.ts'

interface EventDayProps extends Pick<EventTimes, 'starts' | 'startAt'> {
  readonly isShort?: boolean
}

/** The day on which it starts, by a clock at the event. */
export function EventDay({ starts, startAt, isShort = false }: EventDayProps) {
  if (startAt === null) return <span>date to be announced</span>
  return <time dateTime={new Date(startAt).toISOString()}>{(isShort ? shortWeekday : longDay)(utcOf(starts) ?? 0)}</time>
}
