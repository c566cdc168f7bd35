import { isOver } from '#shared/events/rules.ts'
import type { Event } from '#shared/events/schema.ts'
import { links } from '#shared/links.ts'
import { coordinatesOf } from '#shared/local-groups/coordinates.ts'

/** Where an event is on the map; `null`: it is not there. */
export function mapAddressOf(event: Event, now: number): string | null {
  const coordinates = coordinatesOf(event)
  if (coordinates === null || event.isListed !== true || event.isCancelled || event.startAt === null || isOver(event, now)) return null
  return links.groupsMap({ lat: coordinates.latitude, lng: coordinates.longitude, zoom: 4 })
}
