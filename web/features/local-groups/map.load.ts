import { members } from '#shared/accounts/schema.ts'
import { eventsFrom } from '#shared/events/queries.ts'
import { currentSince } from '#shared/events/rules.ts'
import { eventTypes } from '#shared/events/schema.ts'
import { links } from '#shared/links.ts'
import { coordinatesOf } from '#shared/local-groups/coordinates.ts'
import { clustersOf } from '#shared/local-groups/map-clusters.ts'
import type { Cluster } from '#shared/local-groups/map-clusters.ts'
import type { Point } from '#shared/local-groups/map-projection.ts'
import { project } from '#shared/local-groups/map-projection.ts'
import { tilesIn } from '#shared/local-groups/map-tiles.ts'
import type { Frame, MapView } from '#shared/local-groups/map-view.ts'
import {
  apartAt,
  frameOf,
  maxTiledZoom,
  maxZoom,
  moved,
  placeIn,
  viewAround,
  viewFrom,
  viewParams,
  wholeWorld,
  zoomed,
  zoomWhereApart,
} from '#shared/local-groups/map-view.ts'
import { nearbyLimits } from '#shared/local-groups/nearby.ts'
import { allLocalGroups, latestMapPoints } from '#shared/local-groups/queries.ts'
import { groupCategories } from '#shared/local-groups/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { timesOf } from '../../blocks/events/event-times.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { placeOf } from '../../blocks/events/place-words.ts'

const shows = ['all', 'groups', 'events', 'members'] as const
type Show = (typeof shows)[number]
type Place = Awaited<ReturnType<typeof groupPlaces | typeof eventPlaces | typeof memberPlacesOf>>[number]

const figures = { events: 500, listed: 50, mostListed: 1_500, calendarZoom: 4 } as const

/** Of both kinds: no two have one name. */
const typeWords: Readonly<Record<string, string>> = { ...groupCategories, ...eventTypes }

/**
 * `/groups-map`: active groups and coming events that have coordinates, and members who placed
 * themselves, in the part of the world that `lat`, `lng` and `zoom` say, of the kinds and types
 * that `show` and `filters` say. What cannot be read there counts as not said.
 */
export async function loadGroupsMap(data: PageData, { url: { searchParams } }: LoadRequest) {
  const source = data.site.mapTiles
  const max = source === undefined ? maxZoom : maxTiledZoom
  const view = viewFrom(searchParams, max)
  const show = showOf(searchParams.get('show'))
  const isShown = (kind: Show): boolean => show === 'all' || show === kind
  const all = [
    ...(isShown('groups') ? await groupPlaces(data) : []),
    ...(isShown('events') ? await eventPlaces(data) : []),
    ...(isShown('members') ? await memberPlacesOf(data) : []),
  ]
  const types = Object.keys(typeWords).filter((type) => all.some((place) => place.types.includes(type)))
  const asked = new Set((searchParams.get('filters') ?? '').split(','))
  const filters = types.filter((type) => asked.has(type))
  const places = all.filter((place) => filters.length === 0 || filters.some((type) => place.types.includes(type)))
  const frame = frameOf(view)
  const inView = places.filter((place) => placeIn(frame, place.point) !== null)
  const limit = limitOf(searchParams, figures.listed, figures.mostListed)
  const said = { show, filters, max }
  const here = (to: MapView | null) => (to === null ? null : addressOf(to, said))
  return {
    head: {
      title: 'Community map',
      description: `Where groups of ${data.site.name} meet, where events take place, and where members are.`,
      canonical: links.groupsMap(),
    },
    frame,
    ...(source !== undefined && {
      tiles: tilesIn(frame, view.zoom, source),
      attribution: { words: source.attribution, href: source.attributionUrl ?? null },
    }),
    pins: pinsIn(frame, view, places, said),
    list: inView.slice(0, limit).map(({ point: _point, types: _types, ...line }) => line),
    counts: { inView: inView.length, places: places.length, all: all.length },
    ...(isShown('events') && view.zoom >= figures.calendarZoom && { calendar: calendarOf(data, view) }),
    more: inView.length > limit ? addressOf(view, said, limit + figures.listed) : null,
    ways: {
      in: here(zoomed(view, 1, max)),
      out: here(zoomed(view, -1, max)),
      north: here(moved(view, 'north')),
      south: here(moved(view, 'south')),
      west: here(moved(view, 'west')),
      east: here(moved(view, 'east')),
    },
    whole: view.zoom === 1 && view.longitude === wholeWorld.longitude ? null : addressOf(wholeWorld, said),
    kinds: shows.map((kind) => ({
      kind,
      href: addressOf(view, { show: kind, filters: [] }),
      isCurrent: kind === show,
    })),
    types: types.map((type) => {
      const isOn = filters.includes(type)
      const others = isOn ? filters.filter((other) => other !== type) : types.filter((other) => other === type || filters.includes(other))
      return { type, word: typeWords[type] ?? type, isOn, href: addressOf(view, { show, filters: others }) }
    }),
  }
}

/** Calendars ask for such an address again and again. */
function calendarOf({ site }: PageData, { latitude, longitude }: MapView) {
  const radius = nearbyLimits.usualRadius
  return { radius, href: `webcal://${new URL(site.origin).host}${links.nearbyCalendar({ lat: latitude, lng: longitude, radius })}` }
}

const showOf = (asked: string | null): Show => shows.find((show) => show === asked) ?? 'all'

interface ZoomLimit {
  readonly max: number
}

interface Said {
  readonly show: Show
  readonly filters: readonly string[]
}

function addressOf(view: MapView, { show, filters }: Said, limit?: number): string {
  return links.groupsMap({
    ...viewParams(view),
    show: show === 'all' ? undefined : show,
    filters: filters.length === 0 ? undefined : filters.join(','),
    limit,
  })
}

async function groupPlaces({ read }: PageData) {
  const groups = (await read.list(allLocalGroups())).filter(({ isActive }) => isActive)
  const found = groups.flatMap((group) => {
    const coordinates = coordinatesOf(group)
    if (coordinates === null) return []
    const { id, name, categories } = group
    return [
      {
        ...{ kind: 'group' as const, id, name, href: links.localGroup(id), place: placeOf(group), times: null },
        ...{ words: categories.map((category) => groupCategories[category]), types: categories as readonly string[] },
        point: project(coordinates),
      },
    ]
  })
  return found.toSorted((a, b) => byName.compare(a.name, b.name) || a.id.localeCompare(b.id))
}

/** The next first. One that was called off leads nobody there. */
async function eventPlaces({ read, now }: PageData) {
  const found = (await read.list(eventsFrom(currentSince(now), figures.events))).flatMap((event) => {
    const coordinates = event.isCancelled ? null : coordinatesOf(event)
    return coordinates === null ? [] : [{ event, coordinates }]
  })
  const ofEvents = await read.getMany(
    posts,
    found.map(({ event }) => event.id),
  )
  const postsById = new Map(ofEvents.map((post) => [post.id, post]))
  return found.flatMap(({ event, coordinates }) => {
    const post = postsById.get(event.id)
    if (post === undefined) return []
    const { id, type } = event
    return [
      {
        ...{ kind: 'event' as const, id, name: post.title === '' ? 'Untitled' : post.title, href: links.post(post) },
        ...{ place: placeOf(event), times: timesOf(event), words: type === null ? [] : [eventTypes[type]] },
        ...{ types: type === null ? [] : ([type] as readonly string[]), point: project(coordinates) },
      },
    ]
  })
}

/** Who placed themselves, by name. */
async function memberPlacesOf({ read }: PageData) {
  const points = await read.list(latestMapPoints())
  const found = await read.getMany(
    members,
    points.map(({ id }) => id),
  )
  const membersById = new Map(found.map((member) => [member.id, member]))
  return points
    .flatMap((point) => {
      const member = membersById.get(point.id)
      if (member === undefined) return []
      const about = { kind: 'member' as const, id: point.id, name: member.displayName, href: links.user(member.slug), place: point.note }
      return [{ ...about, times: null, words: [] as readonly string[], types: [] as readonly string[], point: project(point) }]
    })
    .toSorted((a, b) => byName.compare(a.name, b.name) || a.id.localeCompare(b.id))
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

interface Pin extends Point {
  readonly key: string
  readonly kind: Place['kind'] | 'several'
  readonly href: string
  readonly label: string
  readonly count: number
}

/** In percent of the map's width and height. */
function pinsIn(frame: Frame, view: MapView, places: readonly Place[], said: Said & ZoomLimit): readonly Pin[] {
  const points = places.map((place) => ({ ...place.point, place }))
  return clustersOf(points, apartAt(view.zoom)).flatMap((cluster): readonly Pin[] => {
    const at = placeIn(frame, cluster)
    const [first, ...others] = cluster.members.map(({ place }) => place)
    if (at === null || first === undefined) return []
    const pin = { key: first.id, x: percent(at.x), y: percent(at.y), count: cluster.members.length }
    if (others.length === 0)
      return [{ ...pin, kind: first.kind, href: first.href, label: first.place === '' ? first.name : `${first.name}, ${first.place}` }]
    return [{ ...pin, kind: 'several', href: nearer(cluster, view, said), label: labelOf([first, ...others]) }]
  })
}

const percent = (part: number): number => Math.round(part * 10_000) / 100
const named = 3

/** Its number first, which is what stands on the pin. */
function labelOf(places: readonly Place[]): string {
  const names = places.slice(0, named).map(({ name }) => name)
  const left = places.length - names.length
  return `${places.length} places: ${names.join(', ')}${left === 0 ? '' : ` and ${left} more`}`
}

/** Where it falls apart; the list, where it never does. */
function nearer(cluster: Cluster<Point>, view: MapView, said: Said & ZoomLimit): string {
  const zoom = zoomWhereApart(cluster.radius, said.max)
  if (zoom === null || zoom <= view.zoom) return `${addressOf(view, said)}#on-the-map`
  return addressOf(viewAround(cluster, zoom, said.max), said)
}

export const loads: Loads = { '/groups-map': loadGroupsMap }
