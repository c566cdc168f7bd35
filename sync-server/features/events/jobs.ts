import type { JobPorts } from '../define-server-domain.ts'
import { moveUpWaiting, remindOfEvents } from '#shared/events/mutations.ts'
import { eventNews, reminderId } from '#shared/events/news-schema.ts'
import { eventsBetween, eventsFrom } from '#shared/events/queries.ts'
import { currentSince, isDueReminder, reminderMs } from '#shared/events/rules.ts'
import { dueSeats } from '#shared/events/seats.ts'

/** More that start on one day are reminded of at the next turns. */
const atOnce = 500

/**
 * Of events that start within a day and of which nobody was reminded yet. The mutation notes it
 * before anybody hears of it: no crash and no second node says it twice.
 */
export async function remindOfNear({ store, apply }: Pick<JobPorts, 'store' | 'apply'>, now: number): Promise<void> {
  const ids = await store.read(async (read) => {
    const near = (await read.list(eventsBetween(now, now + reminderMs + 1, atOnce))).filter((event) => isDueReminder(event, now))
    const done = await read.getMany(
      eventNews,
      near.map(({ id }) => reminderId(id)),
    )
    const reminded = new Set(done.map(({ eventId }) => eventId))
    return near.flatMap(({ id }) => (reminded.has(id) ? [] : [id]))
  })
  if (ids.length > 0) await apply({ name: remindOfEvents.name, args: { ids }, userId: null, source: 'server', now })
}

/**
 * Places that are free while somebody waits: what was too much for one change, or was changed with
 * nobody looking, such as an event that was out of the lists for a while.
 */
export async function fillSeats({ store, apply }: Pick<JobPorts, 'store' | 'apply'>, now: number): Promise<void> {
  const ids = await store.read(async (read) => {
    const found: string[] = []
    for (const event of await read.list(eventsFrom(currentSince(now), atOnce)))
      if (event.hasRsvps && (await dueSeats(read, event, now)) > 0) found.push(event.id)
    return found
  })
  for (const id of ids) await apply({ name: moveUpWaiting.name, args: { ids: [id] }, userId: null, source: 'server', now })
}
