/** What a series has, and what its next event is made from. */
import type { Read } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { seriesEventsBefore, seriesEventsFrom } from './queries.ts'
import { nextNumber } from './recurrence.ts'
import { isListedEvent } from './rules.ts'
import type { Event } from './schema.ts'
import { events } from './schema.ts'
import type { EventSeries } from './series-schema.ts'
import { seriesLimits } from './series-schema.ts'
import { isZone } from './zones.ts'

/** A series has few that are upcoming; a changed rule may leave some more. */
const atOnce = 50

/** From then on, drafts too; not those in the trash. */
export async function upcomingOf(read: Read, seriesId: string, now: number): Promise<readonly Event[]> {
  const found = [true, false].map((isListed) => read.list(seriesEventsFrom(seriesId, isListed, now, atOnce)))
  const all = (await Promise.all(found)).flat()
  const ids = all.map(({ id }) => id)
  const gone = new Set((await read.getMany(posts, ids)).flatMap(({ id, status }) => (status === 'removed' ? [id] : [])))
  return all.filter(({ id }) => !gone.has(id))
}

/**
 * The event that the next one copies: the one that was chosen for that, or else another that is in
 * lists. `null`: there is none, since drafts and what was taken back, deleted or rejected must not
 * come before readers as a copy.
 */
export async function sourceOf(read: Read, series: EventSeries, now: number) {
  const others = [
    ...(await read.list(seriesEventsFrom(series.id, true, now, 1))),
    ...(await read.list(seriesEventsBefore(series.id, now, 1))),
  ]
  for (const id of [series.fromId, ...others.map((event) => event.id)]) {
    const [post, event] = [await read.get(posts, id), await read.get(events, id)]
    if (post !== undefined && event !== undefined && isListedEvent(post)) return { post, event }
  }
  return null
}

/** Whether there is anything to do: its next event, or its end. */
export async function isDueSeries(read: Read, series: EventSeries, now: number): Promise<boolean> {
  if (!series.isLive) return false
  // A zone that this runtime does not know ends it too.
  if (!isZone(series.zone) || nextNumber(series, series.next, now) === null) return true
  return (await upcomingOf(read, series.id, now)).length < seriesLimits.ahead && (await sourceOf(read, series, now)) !== null
}
