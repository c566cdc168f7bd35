import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import {
  mapPointDetails,
  mapPoints,
  memberPlaceDetails,
  memberPlaceLimits,
  memberPlaces,
} from '#shared/local-groups/member-place-schema.ts'
import { canSetMapPoint } from '#shared/local-groups/member-place-rules.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'

const usualPlace = { radius: String(memberPlaceLimits.usualRadius) } as const

/** In one's account: one's own place, and, as a choice of its own, a point on the map. */
export async function loadOwnPlace({ read, viewer, isOfDevice }: PageData) {
  if (isOfDevice === true) return undefined
  if (viewer.kind === 'visitor') return null
  const id = viewer.userId
  const [place, point] = [await read.get(memberPlaces, id), await read.get(mapPoints, id)]
  return {
    id,
    place: {
      isSet: place !== undefined,
      fields: detailFields(memberPlaceDetails),
      typed: place === undefined ? usualPlace : typedDetails(memberPlaceDetails, place),
    },
    point: {
      isSet: point !== undefined,
      fields: canSetMapPoint(viewer, id).allowed ? detailFields(mapPointDetails) : null,
      typed: point === undefined ? {} : typedDetails(mapPointDetails, point),
    },
  }
}

export const shows: Shows = { 'own-place': definePart({ on: ['account-place'], order: 10, load: loadOwnPlace }) }
