import type { Read } from '../kernel/transaction.ts'
import type { Event, Rsvp, RsvpAnswer, RsvpStatus } from './schema.ts'
import { guestsBefore } from './guest-queries.ts'
import { rsvpsBefore, rsvpsOf } from './queries.ts'
import { isOver } from './rules.ts'

type Limited = Pick<Event, 'capacity'>

interface Taken {
  readonly going: number
  readonly waiting: number
}

/** Whether the next one has a place. Nobody overtakes those who wait. */
export const hasSeat = ({ capacity }: Limited, { going, waiting }: Taken): boolean =>
  (capacity ?? null) === null || (going < (capacity ?? 0) && waiting === 0)

/** How many of those who wait move up; those who have a place keep it, however low the limit. */
export const seatsToGive = ({ capacity }: Limited, { going, waiting }: Taken): number =>
  (capacity ?? null) === null ? waiting : Math.max(0, Math.min(waiting, (capacity ?? 0) - going))

/** What was answered: who waits would come. */
export const answerOf = (status: RsvpStatus): RsvpAnswer => (status === 'waiting' ? 'going' : status)

/** Of an event, by members and guests, whatever the names that are shown. */
export const takenOf = async (read: Read, { id, guests }: Pick<Event, 'id' | 'guests'>): Promise<Taken> => ({
  going: (await read.count(rsvpsOf(id, 'going', 1))) + (guests?.going ?? 0),
  waiting: (await read.count(rsvpsOf(id, 'waiting', 1))) + (guests?.waiting ?? 0),
})

/**
 * Where a new answer stands. A device knows of nobody else's answer and finds a place; what the
 * server finds counts.
 */
export async function statusOf(read: Read, event: Event, answer: RsvpAnswer): Promise<RsvpStatus> {
  if (answer !== 'going' || (event.capacity ?? null) === null) return answer
  return hasSeat(event, await takenOf(read, event)) ? 'going' : 'waiting'
}

/** How many move up now: none where nobody can come or be notified. */
export async function dueSeats(read: Read, event: Event, now: number): Promise<number> {
  if (event.isCancelled || event.isListed !== true || isOver(event, now)) return 0
  // Asked of every event again and again: as a rule nobody waits.
  const [first] = await read.list(rsvpsOf(event.id, 'waiting', 1))
  return first === undefined && (event.guests?.waiting ?? 0) === 0 ? 0 : seatsToGive(event, await takenOf(read, event))
}

/** A member's on the waiting list, from 1 on. Of one moment, members come before guests. */
export async function placeOnList(read: Read, { id, postId, at }: Rsvp): Promise<number> {
  const guests = await read.count(guestsBefore(postId, 'waiting', at, 1))
  const before = await read.count(rsvpsBefore(postId, 'waiting', at, 1))
  // Of one moment there are few.
  const since = await read.list({ ...rsvpsOf(postId, 'waiting', sameMoment), offset: before })
  return (
    guests +
    before +
    Math.max(
      0,
      since.findIndex((one) => one.id === id),
    ) +
    1
  )
}

const sameMoment = 100
