/** Asked of the server. */
import * as z from 'zod/mini'
import type { PutArgs } from '../kernel/row-mutations.ts'
import type { Coordinates } from './coordinates.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import { cellOf } from './cells.ts'
import { coordinatesOf } from './coordinates.ts'
import { mapPointDetails, mapPoints, memberPlaceDetails, memberPlaces } from './member-place-schema.ts'
import { canSetMapPoint, canSetMemberPlace } from './member-place-rules.ts'
import { roundedPoint } from './rounded-point.ts'

const valuesOf = <Named extends object>(details: Named) =>
  Object.fromEntries(Object.entries(details).map(([field, { value }]: [string, { value: z.ZodMiniType }]) => [field, value]))

/** @throws AppError 'invalid' with `latitude` where a coordinate is left out. */
function requirePlace(said: Parameters<typeof coordinatesOf>[0]): Coordinates {
  const place = coordinatesOf(said)
  if (place === null) throw new AppError('invalid', { field: 'latitude' })
  return place
}

/** Says all of one's own place anew. */
export const putMemberPlace = defineMutation({
  name: 'memberPlaces.put',
  // Whatever each detail takes: the type says it again.
  args: z.strictObject({ id: Id, ...valuesOf(memberPlaceDetails) }) as unknown as z.ZodMiniType<PutArgs<typeof memberPlaceDetails>>,
  async run({ tx, viewer, now }, { id, location, radius, notifies, ...said }) {
    authorize(canSetMemberPlace(viewer, id))
    const place = requirePlace(said)
    const before = await tx.get(memberPlaces, id)
    const next = { ...{ id, location, ...place, radius, notifies }, notifiedArea: notifies ? cellOf(place, 'area') : null }
    const changedAt = before?.changedAt ?? now
    if (!isSameJson({ ...next, changedAt }, before)) await tx.put(memberPlaces, { ...next, changedAt: now })
  },
})

/** One that is not there is gone already. */
export const removeMemberPlace = defineMutation({
  name: 'memberPlaces.remove',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer }, { id }) {
    authorize(canSetMemberPlace(viewer, id))
    await tx.delete(memberPlaces, id)
  },
})

/** Puts oneself on the map, or elsewhere on it. */
export const putMapPoint = defineMutation({
  name: 'mapPoints.put',
  args: z.strictObject({ id: Id, ...valuesOf(mapPointDetails) }) as unknown as z.ZodMiniType<PutArgs<typeof mapPointDetails>>,
  async run({ tx, viewer, now }, { id, isExact, note, ...said }) {
    authorize(canSetMapPoint(viewer, id))
    const typed = requirePlace(said)
    const before = await tx.get(mapPoints, id)
    const next = { id, ...(isExact ? typed : roundedPoint(typed)), isExact, note, at: before?.at ?? now }
    if (!isSameJson(next, before)) await tx.put(mapPoints, { ...next, at: now })
  },
})

export const removeMapPoint = defineMutation({
  name: 'mapPoints.remove',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer }, { id }) {
    authorize(canSetMemberPlace(viewer, id))
    await tx.delete(mapPoints, id)
  },
})
