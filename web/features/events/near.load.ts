import { eventsBetween } from '#shared/events/queries.ts'
import { currentSince } from '#shared/events/rules.ts'
import { eventsNear } from '#shared/events/near.ts'
import { links } from '#shared/links.ts'
import { memberPlaces } from '#shared/local-groups/member-place-schema.ts'
import { rounded } from '#shared/local-groups/map-view.ts'
import type { Nearby } from '#shared/local-groups/nearby.ts'
import { nearbyFrom } from '#shared/local-groups/nearby.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { linesOf, titleOf } from './event-view.ts'
import { stripFigures } from './strip-figures.ts'

const figures = { first: 20, more: 20, most: 200, onCommunity: 5, radii: [25, 100, 300] } as const

/**
 * `/nearbyEvents?lat=&lng=&radius=`: what comes within so many km of there; without a place in the
 * address, of the viewer's own, which nobody else sees and no cache has.
 */
export async function loadNearbyEvents(data: PageData, { url: { searchParams } }: LoadRequest) {
  const asked = searchParams.has('lat') ? nearbyFrom(searchParams) : null
  const own = await ownPlace(data)
  const near = asked ?? (own === null ? null : { ...own.near, radius: radiusIn(searchParams) ?? own.near.radius })
  const head = { title: 'Events near you', robots: 'noindex' as const }
  if (near === null) return { head, place: null, isMember: own !== null || data.viewer.kind === 'member' }
  const { latitude, longitude, radius } = near
  const limit = limitOf(searchParams, figures.first, figures.most)
  const lines = await linesNear(data, near, limit + 1)
  // One's own place is in no address.
  const address = (more: { readonly radius?: number; readonly limit?: number }) =>
    links.nearbyEvents({ ...(asked !== null && { lat: latitude, lng: longitude }), radius, ...more })
  const rough = { lat: rounded(latitude), lng: rounded(longitude) }
  return {
    head,
    places: { 'nearby-end': { latitude, longitude } },
    place: {
      words: asked !== null ? `${latitude}, ${longitude}` : (own?.words ?? ''),
      isOwn: asked === null,
      radius,
      radii: [...new Set([...figures.radii, radius])]
        .toSorted((a, b) => a - b)
        .map((km) => ({ km, href: address({ radius: km }), isCurrent: km === radius })),
      lines: lines.slice(0, limit),
      more: lines.length > limit ? address({ limit: limit + figures.more }) : null,
      map: links.groupsMap({ ...rough, zoom: 5 }),
      // Calendars ask for such an address again and again.
      calendar: `webcal://${new URL(data.site.origin).host}${links.nearbyCalendar({ ...rough, radius })}`,
    },
    isMember: data.viewer.kind === 'member',
  }
}

function radiusIn(searchParams: URLSearchParams): number | null {
  const asked = searchParams.get('radius')
  return asked === null ? null : (nearbyFrom(new URLSearchParams({ lat: '0', lng: '0', radius: asked }))?.radius ?? null)
}

async function ownPlace({ read, viewer }: PageData): Promise<{ readonly near: Nearby; readonly words: string } | null> {
  const place = viewer.kind === 'member' ? await read.get(memberPlaces, viewer.userId) : undefined
  if (place === undefined) return null
  const { latitude, longitude, radius, location } = place
  return { near: { latitude, longitude, radius }, words: location === '' ? 'your place' : location }
}

async function linesNear(data: PageData, near: Nearby, limit: number) {
  const found = await eventsNear(data.read, near, currentSince(data.now), limit)
  const distances = new Map(found.map(({ event, distance }) => [event.id, distance]))
  const lines = await linesOf(
    data,
    found.map(({ event }) => event),
  )
  return lines.map((line) => ({ ...line, km: Math.round(distances.get(line.id) ?? 0) }))
}

/** On `/community`, which is made for each member by itself. */
export async function loadEventsNear(data: PageData) {
  if (data.isOfDevice === true) return undefined
  const own = await ownPlace(data)
  if (own === null) return { words: null, radius: 0, lines: [] }
  return { words: own.words, radius: own.near.radius, lines: await linesNear(data, own.near, figures.onCommunity) }
}

/**
 * Above the front page's list: the next few. The page is one for all, so that a script asks what is
 * near a member (`events-strip.tsx`).
 */
export async function loadEventsStrip({ read, now, isOfDevice }: PageData, { isRanked }: { readonly isRanked: boolean }) {
  if (!isRanked) return null
  if (isOfDevice === true) return undefined
  const coming = await read.list(eventsBetween(currentSince(now), now + stripFigures.aheadMs, stripFigures.read))
  const next = coming.filter(({ isCancelled }) => !isCancelled).slice(0, stripFigures.shown)
  const titles = new Map((await read.getMany(posts, next.map(({ id }) => id))).map((post) => [post.id, post])) // oxfmt-ignore
  const lines = next.flatMap((event) => {
    const post = titles.get(event.id)
    return post === undefined ? [] : [{ title: titleOf(post), href: links.post(post), starts: event.starts, startAt: event.startAt }]
  })
  return lines.length === 0 ? null : { lines }
}

export const loads: Loads = { '/nearbyEvents': loadNearbyEvents }
export const shows: Shows = {
  'events-near': definePart({ on: ['community-top'], order: 20, load: loadEventsNear }),
  'events-strip': definePart({ on: ['front-top'], order: 20, load: loadEventsStrip }),
}
