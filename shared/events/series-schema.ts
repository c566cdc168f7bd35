import * as z from 'zod/mini'
import { defineDetails } from '../kernel/details.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { recurrences } from './recurrence.ts'
import { utcOf } from './zones.ts'

export const seriesLimits = {
  /** Events of one rule. */
  times: 52,
  /** How far ahead its last day can be. */
  days: 2 * 366,
  /** Upcoming events of one series. */
  ahead: 3,
  /** Of an author, that go on. */
  live: 20,
} as const

const Times = z.nullable(z.int().check(z.minimum(2), z.maximum(seriesLimits.times)))
const Day = z.string().check(z.refine((text) => utcOf(`${text}T00:00`) !== null, 'no such day'))

/**
 * How an event comes again. Its id is that of the event with which it began; each of its events
 * names it. Written by those who may edit one of them, and by the job that makes the next.
 */
export const EventSeries = z.object({
  id: Id,
  /** Whose events they are: nothing is made that they may not make. */
  authorId: Id,
  /** The event that the next ones copy, and from whose start the rule counts. */
  fromId: Id,
  every: z.enum(recurrences),
  starts: z.string(),
  ends: z.string(),
  zone: z.string(),
  times: Times,
  until: z.nullable(Day),
  /** The next ones are published when they are made, instead of left as drafts. */
  isPublished: z.boolean(),
  isLive: z.boolean(),
  /** Why it ended: an organizer, its rule, or an author who may not publish any more. */
  ended: z.nullable(z.enum(['organizer', 'rule', 'author'])),
  /** The number of the rule that is to be made next: by it each is made once. */
  next: z.number(),
  createdAt: Time,
})
export type EventSeries = z.infer<typeof EventSeries>

export const eventSeries = defineTable({
  name: 'event_series',
  row: EventSeries,
  indexes: [
    ['isLive', 'createdAt'],
    ['authorId', 'isLive'],
  ],
  visibility: { scope: ({ authorId }) => `user:${authorId}` },
})

/** What its organizers say of one, in the order of the form. */
export const seriesDetails = defineDetails(eventSeries, {
  every: {
    ...{ value: z.enum(recurrences), label: 'Repeats' },
    invalid: 'Set the start of this event first, then choose how often it repeats.',
    choices: { week: 'Every week', twoWeeks: 'Every second week', month: 'Every month, on the same weekday' },
  },
  times: {
    ...{ value: Times, label: 'Number of events', maxLength: 2 },
    help: 'Including this one, at most 52. Leave empty if you set a last day.',
    invalid: 'Enter a number of events from 2 to 52, or a last day.',
  },
  until: {
    ...{ value: z.nullable(Day), label: 'Last day', type: 'date' },
    help: 'At most two years ahead. Leave empty if you set a number.',
    invalid: 'Enter a day on or after the next event, at most two years ahead.',
  },
  isPublished: { value: z.boolean(), label: 'Publish the next events automatically. Otherwise they’re saved as drafts.' },
})
