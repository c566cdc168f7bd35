import type { Transaction } from '../kernel/transaction.ts'
import { eventNews, placeId } from './news-schema.ts'
import { rsvpsOf } from './queries.ts'
import { events, rsvps } from './schema.ts'
import { dueSeats } from './seats.ts'

/** More move up at the next turns of the job (`sync-server/features/events/jobs.ts`). */
const atOnce = 100

/** Gives what places there are to those who have waited longest, and notes that they hear of it. */
export async function moveUp(tx: Transaction, eventId: string, now: number): Promise<void> {
  const event = await tx.get(events, eventId)
  const free = event === undefined ? 0 : await dueSeats(tx, event, now)
  if (free === 0) return
  for (const first of await tx.list(rsvpsOf(eventId, 'waiting', Math.min(free, atOnce)))) {
    await tx.put(rsvps, { ...first, answer: 'going' })
    const { userId } = first
    await tx.put(eventNews, { id: placeId(eventId, userId, now), eventId, kind: 'place', actorId: null, userId, at: now })
  }
}
