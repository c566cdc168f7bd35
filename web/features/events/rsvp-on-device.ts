/** What a device does with one's answer to an event; fetched with the first use. */
import { rsvpKey, setRsvp } from '#shared/events/rsvp-mutations.ts'
import type { Event, RsvpAnswer, RsvpStatus } from '#shared/events/schema.ts'
import { events, rsvpId, rsvps } from '#shared/events/schema.ts'
import { hintTarget } from '../../blocks/hints.ts'
import type { Done } from '../../blocks/mutate.ts'
import { mutate } from '../../blocks/mutate.ts'
import type { Device } from '../../data/device/device-api.ts'
import { outbox } from '../../data/outbox.ts'

export function answerEvent(event: Event, answer: RsvpAnswer | 'none', isPrivate: boolean): Promise<Done> {
  const hint = (device: Device) => {
    hintTarget(device, event.id)
    device.hint(events, event)
  }
  return mutate(setRsvp, { postId: event.id, answer, ...(answer !== 'none' && { isPrivate }) }, { hint })
}

/** Whether this device has had one's answer since the page was drawn. */
export interface Seen {
  isSeen: boolean
}

/**
 * One's answer as this device has it, what is queued included; `undefined`: it cannot say, and the
 * page knows better. It may be behind a page that was drawn later: that it has none is an answer
 * only once it has had one.
 */
export async function answerOnDevice(device: Device, postId: string, seen: Seen): Promise<RsvpStatus | 'none' | undefined> {
  const { account } = device
  if (account === null) return undefined
  const row = await device.read.get(rsvps, rsvpId(account, postId))
  const isQueued = outbox.get().pendingByAbout.has(rsvpKey(postId))
  if (row !== undefined || isQueued) seen.isSeen = true
  if (row !== undefined) return row.answer
  return isQueued || (seen.isSeen && device.holds(`me:${account}`)) ? 'none' : undefined
}

/** Whether it is private, as this device has it; `undefined`: it has no answer. */
export async function isPrivateOnDevice(device: Device, postId: string): Promise<boolean | undefined> {
  const row = await device.read.get(rsvps, rsvpId(device.account ?? '', postId))
  return row === undefined ? undefined : (row.isPrivate ?? false)
}
