import { isOver } from '#shared/events/rules.ts'
import type { Event } from '#shared/events/schema.ts'
import { eventTypes } from '#shared/events/schema.ts'
import { timesOf } from '../../blocks/events/event-times.ts'
import { mapAddressOf } from '../../blocks/events/map-address.ts'
import { placeOf } from '../../blocks/events/place-words.ts'

/**
 * What stands above the text of an event and can be said of its own row: on a device with what is
 * not sent yet.
 */
export function factsOf(event: Event, now: number) {
  const { isOnline, isCancelled, joinUrl, type } = event
  return {
    ...{ times: timesOf(event), place: placeOf(event), isOnline, isCancelled, joinUrl, isOver: isOver(event, now) },
    registerUrl: event.registerUrl ?? null,
    contact: event.contact ?? '',
    type: type === null ? null : eventTypes[type],
    map: mapAddressOf(event, now),
  }
}
