import type { Member } from '#shared/accounts/schema.ts'
import { canSeeMember } from '#shared/accounts/rules.ts'
import { members } from '#shared/accounts/schema.ts'
import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { Coordinates } from '#shared/local-groups/coordinates.ts'
import { coordinatesOf } from '#shared/local-groups/coordinates.ts'
import { distanceOf } from '#shared/local-groups/distance.ts'
import { memberPlaces } from '#shared/local-groups/member-place-schema.ts'
import { allLocalGroups, groupsOrganizedBy } from '#shared/local-groups/queries.ts'
import { canEditLocalGroup, canMakeLocalGroups, canRemoveLocalGroup } from '#shared/local-groups/rules.ts'
import type { LocalGroup } from '#shared/local-groups/schema.ts'
import { groupCategories, localGroupDetails, localGroups } from '#shared/local-groups/schema.ts'
import { picturesIn } from '#shared/pictures/in-text.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { introBodies, introOf } from '../../blocks/sequences/series-view.ts'
import { notFound } from '../../data/answer.ts'
import { placeOf } from '../../blocks/events/place-words.ts'

export type GroupLine = ReturnType<typeof lineOf>

const perPart = 5

/** `/allgroups`: every active one, by name. */
export async function loadAllGroups(data: PageData) {
  const groups = await activeGroups(data)
  return {
    head: {
      title: 'Groups',
      description: `Groups of ${data.site.name}, by place and online.`,
      canonical: links.allLocalGroups(),
    },
    groups: groups.map(lineOf),
    form: await formToMake(data),
  }
}

/**
 * `/community`: a few of each sort, and all of them one click away. To a member who has said where
 * they are, the nearest local ones.
 */
export async function loadCommunity(data: PageData) {
  const own = data.viewer.kind === 'member' ? await data.read.get(memberPlaces, data.viewer.userId) : undefined
  const named = await activeGroups(data)
  const nearest = own === undefined ? null : byDistance(named, own)
  const away = new Set(nearest?.map(({ group }) => group.id))
  const groups = [...(nearest ?? []).map(({ group }) => group), ...named.filter(({ id }) => !away.has(id))]
  const some = (isOnline: boolean) => {
    const ofSort = groups.filter((group) => group.isOnline === isOnline)
    const kmOf = (id: string) => nearest?.find(({ group }) => group.id === id)?.km
    return {
      count: ofSort.length,
      groups: ofSort.slice(0, perPart).map((group) => {
        const km = isOnline ? undefined : kmOf(group.id)
        return { ...lineOf(group), ...(km !== undefined && { km }) }
      }),
    }
  }
  return {
    head: { title: 'Community', description: `Where members of ${data.site.name} meet.`, canonical: links.community() },
    places: { 'community-top': {} },
    ...{ online: some(true), local: some(false), form: await formToMake(data) },
  }
}

/** `/groups/:groupId`, active or not. */
export async function loadGroup(data: PageData, { params }: LoadRequest) {
  const { read, viewer } = data
  const id = params['groupId'] ?? ''
  const group = isId(id) ? await read.get(localGroups, id) : undefined
  if (group === undefined) throw notFound()
  const organizers = await organizersOf(data, group)
  const { name, otherName, body, latitude, longitude, contact, color } = group
  const text = { key: `group-${id}`, body }
  return {
    head: {
      title: name,
      description: excerpt(body, 200) || placeOf(group),
      canonical: links.localGroup(id),
      ...(typeof group.bannerUrl === 'string' && { image: group.bannerUrl }),
      ...(!group.isActive && { robots: 'noindex' as const }),
    },
    places: { 'group-end': { groupId: id } },
    group: {
      ...{ ...lineOf(group), otherName, contact, color, links: group.links, isActive: group.isActive },
      coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
      organizers: organizers.map(({ displayName, slug }) => ({ name: displayName, slug })),
      banner: bannerOf(group),
      intro: introOf(text.key, body),
    },
    form: canEditLocalGroup(viewer, group).allowed ? formToEdit(data, group, organizers) : null,
    mayRemove: canRemoveLocalGroup(viewer).allowed,
    bodies: introBodies(data, [text]),
  }
}

/** Below events near a place: the nearest groups that meet somewhere. */
export async function loadGroupsNear(data: PageData, place: Coordinates) {
  if (data.isOfDevice === true) return undefined
  const local = (await activeGroups(data)).filter(({ isOnline }) => !isOnline)
  return {
    groups: byDistance(local, place)
      .slice(0, perPart)
      .map(({ group, km }) => ({ ...lineOf(group), km })),
  }
}

/** On somebody's page: the active groups they organize, which every reader may see. */
export async function loadGroupsOrganized(data: PageData, { memberId }: { readonly memberId: string }) {
  // A device has groups in finished pages alone.
  if (data.isOfDevice === true) return undefined
  const found = await data.read.getMany(
    localGroups,
    (await data.read.list(groupsOrganizedBy(memberId))).map(({ groupId }) => groupId),
  )
  const groups = activeByName(found)
  return groups.length === 0 ? null : { groups: groups.map(({ id, name }) => ({ id, name, href: links.localGroup(id) })) }
}

/** Those with a point on the map; the nearest first. */
const byDistance = (groups: readonly LocalGroup[], place: Coordinates) =>
  groups
    .flatMap((group) => {
      const at = coordinatesOf(group)
      return at === null ? [] : [{ group, km: Math.round(distanceOf(place, at)) }]
    })
    .toSorted((a, b) => a.km - b.km)

async function activeGroups({ read }: PageData): Promise<readonly LocalGroup[]> {
  return activeByName(await read.list(allLocalGroups()))
}

const activeByName = (groups: readonly LocalGroup[]): readonly LocalGroup[] =>
  groups.filter(({ isActive }) => isActive).toSorted((a, b) => byName.compare(a.name, b.name) || a.id.localeCompare(b.id))

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** `null`: none, and its color stands there where it has one. */
function bannerOf({ bannerUrl, bannerAlt = '' }: LocalGroup) {
  return bannerUrl === undefined || bannerUrl === null ? null : { src: bannerUrl, alt: bannerAlt, srcset: null }
}

function lineOf(group: LocalGroup) {
  const { id, name, categories } = group
  return {
    id,
    name,
    href: links.localGroup(id),
    place: placeOf(group),
    categories: categories.map((category) => groupCategories[category]),
  }
}

/** Those who are there, in the group's order. */
async function organizersOf({ read, viewer }: PageData, { organizerIds }: LocalGroup): Promise<readonly Member[]> {
  return (await read.getMany(members, organizerIds)).filter((member) => canSeeMember(viewer, member).allowed)
}

/** `null`: the viewer makes none. A new one has its maker for an organizer, and is active. */
async function formToMake({ read, viewer }: PageData) {
  if (viewer.kind === 'visitor' || !canMakeLocalGroups(viewer).allowed) return null
  const self = await read.get(members, viewer.userId)
  return { fields: detailFields(localGroupDetails), typed: { organizerIds: self?.userName ?? '', isActive: 'on' } }
}

function formToEdit({ markdown }: PageData, group: LocalGroup, organizers: readonly Member[]) {
  const typed = {
    ...typedDetails(localGroupDetails, group),
    organizerIds: organizers.map(({ userName }) => userName).join(', '),
  }
  const pictures = picturesIn(group.body).map((picture) => ({ src: links.picture(picture), of: group.name }))
  return { fields: detailFields(localGroupDetails), pictures, typed: { ...typed, body: markdown?.(group.body).trimEnd() ?? '' } }
}

export const loads: Loads = { '/allgroups': loadAllGroups, '/community': loadCommunity, '/groups/:groupId': loadGroup }
export const shows: Shows = {
  'groups-near': definePart({ on: ['nearby-end'], order: 10, load: loadGroupsNear }),
  'groups-organized': definePart({ on: ['profile'], order: 20, load: loadGroupsOrganized }),
}
