import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

export const eventNewsKinds = ['changed', 'canceled', 'reminder'] as const

/**
 * What those who come are notified of; id `EVENT:WHAT`, so that it is once: the number of the
 * change, or `reminder`. Written with the change, or by the job.
 */
export const EventNews = z.object({
  id: z.string(),
  eventId: Id,
  kind: z.enum(eventNewsKinds),
  /** Whose change it was; `null`: it is time. */
  actorId: z.nullable(Id),
  at: Time,
})
export type EventNews = z.infer<typeof EventNews>

export const eventNews = defineTable({ name: 'event_news', row: EventNews, indexes: [['eventId', 'at']], visibility: serverOnly })

export const reminderId = (eventId: string): string => `${eventId}:reminder`
