import * as z from 'zod/mini'
import type { Event } from './schema.ts'
import { hourMs } from '../kernel/durations.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

export const eventNewsKinds = ['changed', 'canceled', 'restored', 'reminder', 'place'] as const

/**
 * What those who come are notified of. The id says how often: `EVENT:reminder` once,
 * `EVENT:changed:HOUR` once an hour, `EVENT:KIND:SEQUENCE` each time, `EVENT:place:USER:TIME` each
 * time one moves up from the waiting list. Written with the change, or by the job.
 */
export const EventNews = z.object({
  id: z.string(),
  eventId: Id,
  kind: z.enum(eventNewsKinds),
  /** Whose change it was; `null`: it is time. */
  actorId: z.nullable(Id),
  /** Of `place`: whose. */
  userId: z.optional(Id),
  at: Time,
})
export type EventNews = z.infer<typeof EventNews>

export const eventNews = defineTable({ name: 'event_news', row: EventNews, indexes: [['eventId', 'at']], visibility: serverOnly })

export const placeId = (eventId: string, userId: string, now: number): string => `${eventId}:place:${userId}:${now}`

export const reminderId = (eventId: string): string => `${eventId}:reminder`

/** That an event takes place, or doesn't, must never be what was said before the last word. */
export const changeId = ({ id, sequence }: Pick<Event, 'id' | 'sequence'>, kind: EventNews['kind'], now: number): string =>
  `${id}:${kind}:${kind === 'changed' ? Math.floor(now / hourMs) : sequence}`
