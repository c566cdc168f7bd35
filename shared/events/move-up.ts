import type { Transaction } from '../kernel/transaction.ts'
import { guestsOf } from './guest-queries.ts'
import { putGuest } from './guest-records.ts'
import { guestMailings } from './guest-schema.ts'
import { eventNews, placeId } from './news-schema.ts'
import { rsvpsOf } from './queries.ts'
import { events, rsvps } from './schema.ts'
import { dueSeats } from './seats.ts'

/** More move up at the next turns of the job (`sync-server/features/events/jobs.ts`). */
const atOnce = 100

/**
 * Gives what places there are to those who have waited longest, members and guests in one order,
 * and notes that they hear of it.
 */
export async function moveUp(tx: Transaction, eventId: string, now: number): Promise<void> {
  const event = await tx.get(events, eventId)
  const free = event === undefined ? 0 : Math.min(await dueSeats(tx, event, now), atOnce)
  if (free === 0) return
  const members = (await tx.list(rsvpsOf(eventId, 'waiting', free))).map((row) => ({ at: row.at, row, guest: null }))
  const waitingGuests = (event?.guests?.waiting ?? 0) === 0 ? [] : await tx.list(guestsOf(eventId, 'waiting', free))
  const guests = waitingGuests.map((guest) => ({ at: guest.at, row: null, guest }))
  const first = [...members, ...guests].toSorted((a, b) => a.at - b.at).slice(0, free)
  const news = { eventId, kind: 'place', at: now } as const
  for (const { row, guest } of first) {
    if (row === null) {
      await putGuest(tx, { ...guest, status: 'going' })
      await tx.put(guestMailings, { ...news, id: placeId(eventId, guest.id, now), guestId: guest.id, upTo: '' })
    } else {
      const { userId } = row
      await tx.put(rsvps, { ...row, answer: 'going' })
      await tx.put(eventNews, { ...news, id: placeId(eventId, userId, now), actorId: null, userId })
    }
  }
}
