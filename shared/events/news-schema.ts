import * as z from 'zod/mini'
import { hourMs } from '../kernel/durations.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

export const eventNewsKinds = ['changed', 'canceled', 'restored', 'reminder'] as const

/**
 * What those who come are notified of; id `EVENT:reminder`, so that it is once, or
 * `EVENT:KIND:HOUR`: once an hour, however often an event is changed. Written with the change, or
 * by the job.
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

export const changeId = (eventId: string, kind: EventNews['kind'], now: number): string => `${eventId}:${kind}:${Math.floor(now / hourMs)}`
