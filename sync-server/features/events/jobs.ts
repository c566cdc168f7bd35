import type { JobPorts } from '../define-server-domain.ts'
import { remindOfEvents } from '#shared/events/mutations.ts'
import { eventNews, reminderId } from '#shared/events/news-schema.ts'
import { eventsBetween } from '#shared/events/queries.ts'
import { isDueReminder, reminderMs } from '#shared/events/rules.ts'

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
