/** What becomes of guests' answers; for code that writes rows of the server's own. */
import type { Transaction } from '../kernel/transaction.ts'
import type { EventGuest } from './guest-schema.ts'
import type { EventNews } from './news-schema.ts'
import { isSameJson } from '../kernel/same.ts'
import { guestsOf } from './guest-queries.ts'
import { eventGuests, guestMailings } from './guest-schema.ts'
import { eventNews } from './news-schema.ts'
import { events } from './schema.ts'

/** Stores what a guest said; the event's numbers follow. */
export async function putGuest(tx: Transaction, guest: EventGuest): Promise<void> {
  await tx.put(eventGuests, guest)
  await countGuests(tx, guest.eventId)
}

export async function deleteGuest(tx: Transaction, { id, eventId }: EventGuest): Promise<void> {
  await tx.delete(eventGuests, id)
  await countGuests(tx, eventId)
}

async function countGuests(tx: Transaction, eventId: string): Promise<void> {
  const event = await tx.get(events, eventId)
  if (event === undefined) return
  const count = (status: EventGuest['status']): Promise<number> => tx.count(guestsOf(eventId, status, 1))
  const guests = {
    ...{ going: await count('going'), waiting: await count('waiting'), maybe: await count('maybe'), no: await count('no') },
  }
  if (!isSameJson(guests, event.guests ?? { going: 0, waiting: 0, maybe: 0, no: 0 })) await tx.put(events, { ...event, guests })
}

/**
 * Notes what those who come have to hear, once, however often it is asked: members by their
 * notifications, guests by a mail.
 */
export async function noteNews(tx: Transaction, news: EventNews): Promise<void> {
  if ((await tx.get(eventNews, news.id)) !== undefined) return
  await tx.put(eventNews, news)
  const { id, eventId, kind, at } = news
  const guests = (await tx.get(events, eventId))?.guests
  // `place` is one member's.
  if (kind === 'place' || guests === undefined || guests.going + guests.waiting + guests.maybe === 0) return
  await tx.put(guestMailings, { id, eventId, kind, guestId: null, upTo: '', at })
}
