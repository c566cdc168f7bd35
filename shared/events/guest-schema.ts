import * as z from 'zod/mini'
import type { Event } from './schema.ts'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'
import { guestLimits } from './guest-limits.ts'
import { eventNewsKinds } from './news-schema.ts'
import { rsvpStatuses } from './rsvp-words.ts'
import { RsvpAnswer } from './schema.ts'

/** No one line is typed with what is unseen: it would only disguise something. */
export const GuestName = z.pipe(z.string().check(z.regex(/^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u)), line(1, guestLimits.name))

/** What a guest says of themselves, by the form and by the mailed link. */
export const GuestAnswer = z.strictObject({ name: GuestName, answer: RsvpAnswer, isPrivate: z.boolean() })
export type GuestAnswer = z.infer<typeof GuestAnswer>

/**
 * The answer of a person without an account; id: a hash of the event and the address, so that there
 * is one of each. `pending` until the mailed link was used: it counts nowhere and nobody sees it.
 * Written by the server alone.
 */
export const EventGuest = z.object({
  id: z.string(),
  eventId: Id,
  email: z.string(),
  name: z.string(),
  /** What they said. */
  answer: RsvpAnswer,
  /** Where it stands. */
  status: z.enum(['pending', ...rsvpStatuses]),
  /** Only the organizers see the name. */
  isPrivate: z.boolean(),
  at: Time,
})
export type EventGuest = z.infer<typeof EventGuest>
export type GuestStatus = EventGuest['status']

export const eventGuests = defineTable({
  name: 'event_guests',
  row: EventGuest,
  indexes: [
    ['eventId', 'status', 'at'],
    ['eventId', 'id'],
    ['status', 'at'],
  ],
  // The server draws names into pages (`guest-policy.ts`); no device, feed or archive has a row.
  visibility: { scope: () => 'server' },
})

/**
 * What guests of an event are mailed, on its way: to one (`guestId`), or to all up to `upTo`, an
 * id. Id: that of the news (`news-schema.ts`), so that each goes out once. Gone once all is in
 * line.
 */
export const GuestMailing = z.object({
  id: z.string(),
  eventId: Id,
  kind: z.enum(eventNewsKinds),
  guestId: z.nullable(z.string()),
  upTo: z.string(),
  at: Time,
})
export type GuestMailing = z.infer<typeof GuestMailing>

export const guestMailings = defineTable({
  name: 'guest_mailings',
  row: GuestMailing,
  indexes: [['at']],
  visibility: serverOnly,
  journal: false,
})

/** From when on nothing may be left of an event's guests. */
export function guestsErasedAt({ startAt, endAt, changedAt }: Pick<Event, 'startAt' | 'endAt' | 'changedAt'>): number {
  const over = endAt ?? startAt
  return over === null ? changedAt + guestLimits.undatedMs : over + guestLimits.erasedAfterMs
}
