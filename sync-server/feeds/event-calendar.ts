/**
 * `/events/:id.ics`: one event, for calendars. `/groups/:id.ics`: those of a group, to be
 * followed. `/nearby.ics?lat=&lng=&radius=`: those near a place.
 */
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { eventsNear } from '#shared/events/near.ts'
import { eventsOfGroup } from '#shared/events/queries.ts'
import { isListedEvent } from '#shared/events/rules.ts'
import type { Event } from '#shared/events/schema.ts'
import { events } from '#shared/events/schema.ts'
import { links } from '#shared/links.ts'
import type { Nearby } from '#shared/local-groups/nearby.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Rendered } from '../pages/page-cache.ts'
import type { CalendarEvent } from './ics.ts'
import { icsOf } from './ics.ts'

/** Of a group: the last made, and of those what is not long over. */
const ofGroup = { events: 500, keptMs: 366 * dayMs, everySeconds: 6 * 3_600 } as const

/** Near a place. */
const nearPlace = { events: 500, keptMs: 31 * dayMs } as const

export const none = (what: string): Rendered => ({
  ...{ status: 404, location: null, contentType: 'text/plain; charset=utf-8', body: `No such ${what}.\n` },
})

export const found = (body: string, file: string): Rendered => ({
  ...{ status: 200, location: null, contentType: 'text/calendar; charset=utf-8', body },
  more: [['content-disposition', `attachment; filename="${file}.ics"`]],
})

/** @param read permitted for a visitor. */
export async function renderCalendar(read: Read, id: string, site: SiteFacts): Promise<Rendered> {
  const [post, event] = [await read.get(posts, id), await read.get(events, id)]
  const entry = post === undefined || event === undefined ? null : entryOf(post, event, site)
  return entry === null ? none('event') : found(icsOf({ siteName: site.name, events: [entry] }), `event-${id}`)
}

/** @param read permitted for a visitor. @param now in ms since 1970. */
export async function renderGroupCalendar(read: Read, id: string, site: SiteFacts, now: number): Promise<Rendered> {
  const group = await read.get(localGroups, id)
  if (group === undefined) return none('group')
  const listed = (await read.list(eventsOfGroup(id, ofGroup.events))).filter(({ startAt }) => (startAt ?? 0) > now - ofGroup.keptMs)
  const followed = { name: group.name, everySeconds: ofGroup.everySeconds }
  return found(icsOf({ siteName: site.name, events: await entriesOf(read, listed, site), followed }), `group-${id}`)
}

/** @param read permitted for a visitor. @param now in ms since 1970. */
export async function renderNearbyCalendar(read: Read, nearby: Nearby, site: SiteFacts, now: number): Promise<Rendered> {
  const near = await eventsNear(read, nearby, now - nearPlace.keptMs, nearPlace.events)
  const listed = near.map(({ event }) => event)
  const { latitude, longitude, radius } = nearby
  const followed = { name: `${site.name}: events within ${radius} km of ${latitude}, ${longitude}`, everySeconds: ofGroup.everySeconds }
  return found(icsOf({ siteName: site.name, events: await entriesOf(read, listed, site), followed }), 'nearby')
}

async function entriesOf(read: Read, listed: readonly Event[], site: SiteFacts): Promise<readonly CalendarEvent[]> {
  const byId = new Map((await read.getMany(posts, listed.map((event) => event.id))).map((post) => [post.id, post])) // oxfmt-ignore
  return listed.flatMap((event) => {
    const post = byId.get(event.id)
    const entry = post === undefined ? null : entryOf(post, event, site)
    return entry === null ? [] : [entry]
  })
}

/** `null`: it has no date, or is not for everybody. Who comes is never in it. */
const entryOf = (post: Post, event: Event, site: SiteFacts): CalendarEvent | null =>
  isListedEvent(post) ? anyEntryOf(post, event, site) : null

/** Of one that may be shown. `null`: it has no date. */
export function anyEntryOf(post: Post, event: Event, site: SiteFacts): CalendarEvent | null {
  const { startAt, endAt, sequence, isCancelled, location, joinUrl } = event
  if (startAt === null) return null
  const url = `${site.origin}${links.post(post)}`
  return {
    // The host is that of the site for good: another address would be another event.
    uid: `${event.id}@${new URL(site.origin).hostname}`,
    changedAt: Math.max(event.changedAt, post.editedAt ?? 0),
    location: location === '' ? (joinUrl ?? '') : location,
    description: [post.excerpt, joinUrl ?? '', url].filter((part) => part !== '').join('\n\n'),
    ...{ sequence, startAt, endAt, isCancelled, title: post.title, url },
  }
}
