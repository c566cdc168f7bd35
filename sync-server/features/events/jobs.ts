import type { JobPorts } from '../define-server-domain.ts'
import { newId } from '#server/http/new-id.ts'
import { moveUpWaiting, remindOfEvents } from '#shared/events/mutations.ts'
import { eventNews, reminderId } from '#shared/events/news-schema.ts'
import { eventsBetween, eventsFrom, liveSeries } from '#shared/events/queries.ts'
import { currentSince, isDueReminder, reminderMs } from '#shared/events/rules.ts'
import { dueSeats } from '#shared/events/seats.ts'
import { isDueSeries } from '#shared/events/series.ts'
import { makeNextEvent } from '#shared/events/series-mutations.ts'
import type { EventSeries } from '#shared/events/series-schema.ts'
import { seriesLimits } from '#shared/events/series-schema.ts'

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

/**
 * The next events of those that recur. The mutation makes each number once, whichever nodes ask
 * for it how often, and judges whether the author still may. @throws the first error, after all
 * others were tried.
 */
export async function makeNextEvents({ store, apply }: Pick<JobPorts, 'store' | 'apply'>, now: number): Promise<void> {
  const failures: unknown[] = []
  for (let turn = 0; turn < seriesLimits.ahead; turn += 1) {
    const due = await store.read(async (read) => {
      const found: EventSeries[] = []
      for (let offset = 0; ; offset += atOnce) {
        const live = await read.list(liveSeries(atOnce, offset))
        for (const series of live) if (await isDueSeries(read, series, now)) found.push(series)
        if (live.length < atOnce) return found
      }
    })
    for (const { id, next, authorId } of due) {
      const args = { id, next, postId: newId(now), revisionId: newId(now), publicationId: newId(now) }
      const request = { name: makeNextEvent.name, args, userId: authorId, source: 'server', now } as const
      await apply(request).catch((error: unknown) => failures.push(error))
    }
    if (due.length === 0) break
  }
  if (failures.length > 0) throw failures[0]
}
