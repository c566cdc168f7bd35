import type { GuestStatus } from './guest-schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { eventGuests, guestMailings } from './guest-schema.ts'

/** Who has this status, the first first. */
export const guestsOf = (eventId: string, status: GuestStatus, limit: number) =>
  defineQuery({ table: eventGuests, index: ['eventId', 'status', 'at'], equals: [eventId, status], order: 'ascending', limit })

/** Who had it before then, the first first. */
export const guestsBefore = (eventId: string, status: GuestStatus, until: number, limit: number) =>
  defineQuery({ table: eventGuests, index: ['eventId', 'status', 'at'], equals: [eventId, status], until, order: 'ascending', limit })

/** All of an event; `after`: the last id of the piece before. */
export const guestsAfter = (eventId: string, after: string, limit: number) =>
  defineQuery({
    table: eventGuests,
    index: ['eventId', 'id'],
    equals: [eventId],
    // Ids have one length: nothing lies between this one and the next.
    ...(after !== '' && { from: `${after}0` }),
    order: 'ascending',
    limit,
  })

/** The first guest of any event after this one. */
export const firstGuestAfter = (eventId: string) =>
  defineQuery({
    table: eventGuests,
    index: ['eventId', 'id'],
    equals: [],
    ...(eventId !== '' && { from: `${eventId}0` }),
    order: 'ascending',
    limit: 1,
  })

/** Whose link was never used, before `until`. */
export const pendingGuestsBefore = (until: number, limit: number) =>
  defineQuery({ table: eventGuests, index: ['status', 'at'], equals: ['pending'], until, order: 'ascending', limit })

export const firstMailings = (limit: number) => defineQuery({ table: guestMailings, index: ['at'], equals: [], order: 'ascending', limit })
