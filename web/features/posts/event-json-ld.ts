import type { Event } from '#shared/events/schema.ts'
import { events } from '#shared/events/schema.ts'
import { links } from '#shared/links.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import type { Thread } from '#shared/posts/queries.ts'
import type { JsonLd, PostFacts } from './post-json-ld.ts'
import { imageOf, person } from './post-json-ld.ts'

/** What an event says of itself beside its post. */
export interface EventFacts {
  readonly event: Event
  /** Its group, by name. */
  readonly group: { readonly id: string; readonly name: string } | null
}

export async function eventFactsOf(read: Read, postId: string): Promise<EventFacts | null> {
  const event = await read.get(events, postId)
  if (event === undefined) return null
  const group = event.groupId === null ? undefined : await read.get(localGroups, event.groupId)
  return { event, group: group === undefined ? null : { id: group.id, name: group.name } }
}

/**
 * What search engines get of an event (schema.org). Nobody who comes is named, and nobody
 * counted. `null`: it has no date yet, which they ask for, and is a posting like others.
 */
export function eventJsonLd(site: SiteFacts, { post, authors }: Thread, { event, group }: EventFacts, facts: PostFacts): JsonLd | null {
  const { startAt, endAt, isOnline, isCancelled, location, joinUrl } = event
  if (startAt === null) return null
  const url = `${site.origin}${links.post(post)}`
  const places = [
    ...(location === '' ? [] : [{ '@type': 'Place', name: location, address: location }]),
    ...(isOnline ? [{ '@type': 'VirtualLocation', url: joinUrl ?? url }] : []),
  ]
  return {
    '@type': 'Event',
    name: facts.title.slice(0, 110),
    description: facts.description,
    url,
    inLanguage: post.lang,
    ...imageOf(site, { imageUrl: event.pictureUrl ?? post.imageUrl }),
    startDate: new Date(startAt).toISOString(),
    ...(endAt !== null && { endDate: new Date(endAt).toISOString() }),
    eventStatus: `https://schema.org/${isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${attendance(event)}EventAttendanceMode`,
    location: places.length === 1 ? places[0] : places,
    organizer: [
      ...(group === null ? [] : [{ '@type': 'Organization', name: group.name, url: `${site.origin}${links.localGroup(group.id)}` }]),
      ...authors.map((author) => person(site, author)),
    ],
  }
}

function attendance({ isOnline, location }: Event): 'Online' | 'Mixed' | 'Offline' {
  if (!isOnline) return 'Offline'
  return location === '' ? 'Online' : 'Mixed'
}
