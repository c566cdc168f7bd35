import * as z from 'zod/mini'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'
import { coordinateDetails } from './coordinates.ts'

export const memberPlaceLimits = {
  words: 200,
  note: 140,
  /** In km. */
  radius: 300,
  usualRadius: 100,
  /** On the map at most: the last who placed themselves. */
  shown: 1_000,
} as const

const Radius = z.int().check(z.minimum(1), z.maximum(memberPlaceLimits.radius))

/**
 * Where a member is at home, for what is near: one at most, its id is the member's. Nobody else has
 * it, the staff neither.
 */
export const MemberPlace = z.object({
  id: Id,
  /** As they call it; may be empty. */
  location: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** How far away an event is near, in km. */
  radius: Radius,
  notifies: z.boolean(),
  /** The large cell it lies in (`cells.ts`), where its member wants to be notified; `null`: not. */
  notifiedArea: z.nullable(z.string()),
  changedAt: Time,
})
export type MemberPlace = z.infer<typeof MemberPlace>

export const memberPlaces = defineTable({
  name: 'member_places',
  row: MemberPlace,
  indexes: [['notifiedArea', 'id']],
  visibility: own('id', { isFollowed: false }),
})

/**
 * Where a member shows themselves on the map, a choice of its own; its id is the member's. What was
 * typed is rounded before it is stored, unless they wanted the exact point.
 */
export const MapPoint = z.object({
  id: Id,
  latitude: z.number(),
  longitude: z.number(),
  isExact: z.boolean(),
  /** Beside their name; may be empty. */
  note: z.string(),
  at: Time,
})
export type MapPoint = z.infer<typeof MapPoint>

/** Everybody's, unless the account is gone (`member-place-policy.ts`). */
export const mapPoints = defineTable({ name: 'map_points', row: MapPoint, indexes: [['at']], visibility: { scope: () => 'public' } })

const invalid = 'Find a town, set the pin on the map, or enter both coordinates, latitude from -90 to 90.'

export const memberPlaceDetails = {
  location: {
    ...{ value: line(0, memberPlaceLimits.words), label: 'Place', maxLength: memberPlaceLimits.words },
    help: 'Optional: what you call it. Only you can see it.',
  },
  latitude: { ...coordinateDetails.latitude, help: 'In decimal degrees, such as 60.39.', invalid },
  longitude: coordinateDetails.longitude,
  radius: {
    ...{ value: Radius, label: 'Distance in km', isRequired: true, maxLength: 3 },
    ...{ help: 'Events up to this far away count as near you.', invalid: `Enter a whole number from 1 to ${memberPlaceLimits.radius}.` },
  },
  notifies: { value: z.boolean(), label: 'Notify me about new and changed events near this place' },
} as const

export const mapPointDetails = {
  latitude: { ...coordinateDetails.latitude, help: 'In decimal degrees, such as 60.39.', invalid },
  longitude: coordinateDetails.longitude,
  isExact: { value: z.boolean(), label: 'Show the exact point. Otherwise it’s rounded to about 1 km.' },
  note: {
    ...{ value: line(0, memberPlaceLimits.note), label: 'Note', maxLength: memberPlaceLimits.note },
    help: 'Optional: shown beside your name.',
  },
} as const
