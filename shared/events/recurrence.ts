/**
 * When an event comes again: dates of the calendar and times of the wall clock in the event's zone,
 * counted from its first one. A pure function of the rule and a number: nothing adds up.
 */
import { dayMs } from '../kernel/durations.ts'
import { movedMomentOf, utcOf, wallAt } from './zones.ts'

export const recurrences = ['week', 'twoWeeks', 'month'] as const
export type Recurrence = (typeof recurrences)[number]

export interface RecurrenceRule {
  readonly every: Recurrence
  /** Of the event it counts from, which is number 0; by the clock of `zone`. */
  readonly starts: string
  /** Empty: not known. */
  readonly ends: string
  readonly zone: string
  /** How many there are, number 0 among them; `null`: `until` says it. */
  readonly times: number | null
  /** `YYYY-MM-DD`, the last day on which one can start; `null`: `times` says it. */
  readonly until: string | null
}

export interface Occurrence {
  readonly starts: string
  readonly ends: string
  readonly startAt: number
  readonly endAt: number | null
}

/** Which one of its weekday a day is within its month, from 1 on; 5: the last. */
export const weekOfMonth = (day: number): number => Math.ceil(day / 7)

/** As if in UTC. By the month: the same weekday in the same week of it, or the last. */
function dateOf(from: number, every: Recurrence, n: number): number {
  if (every !== 'month') return from + n * (every === 'week' ? 7 : 14) * dayMs
  const date = new Date(from)
  const [year, month, weekday] = [date.getUTCFullYear(), date.getUTCMonth() + n, date.getUTCDay()]
  const first = 1 + ((weekday - new Date(Date.UTC(year, month, 1)).getUTCDay() + 7) % 7)
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = first + (weekOfMonth(date.getUTCDate()) - 1) * 7
  return Date.UTC(year, month, day > days ? day - 7 : day) + (from % dayMs)
}

/** Number `n`, as the clock shows it, also where that leaps over it. */
const plannedOf = ({ starts, every }: Pick<RecurrenceRule, 'starts' | 'every'>, n: number): number => dateOf(utcOf(starts) ?? 0, every, n)

const wallOf = (asUtc: number): string => wallAt(asUtc, 'UTC')

/**
 * Number `n` of the rule. A time that the clock leaps over that day is moved by as much, and the
 * next one has its time again. It ends as long after its start as the first one, by the clock.
 */
export function occurrenceOf(rule: RecurrenceRule, n: number): Occurrence {
  const planned = plannedOf(rule, n)
  const startAt = movedMomentOf(wallOf(planned), rule.zone)
  const starts = wallAt(startAt, rule.zone)
  if (rule.ends === '') return { starts, ends: '', startAt, endAt: null }
  const lasts = (utcOf(rule.ends) ?? 0) - (utcOf(rule.starts) ?? 0)
  const byClock = movedMomentOf(wallOf(planned + lasts), rule.zone)
  // Where the start was moved past its end.
  const endAt = byClock < startAt ? startAt + lasts : byClock
  return { starts, ends: wallAt(endAt, rule.zone), startAt, endAt }
}

/** Times of events are of this century. */
const lastYear = 2_099

const isOfRule = (rule: RecurrenceRule, n: number, planned: number): boolean =>
  (rule.times === null || n < rule.times) &&
  (rule.until === null || wallOf(planned).slice(0, 10) <= rule.until) &&
  new Date(planned).getUTCFullYear() <= lastYear

/**
 * The first number from `n` on that starts after that moment; `null`: the rule has ended by then.
 */
export function nextNumber(rule: RecurrenceRule, n: number, after: number): number | null {
  for (let at = n; ; at += 1) {
    const planned = plannedOf(rule, at)
    if (!isOfRule(rule, at, planned)) return null
    // No clock is more than a day from UTC: dates long past cost no question about zones.
    if (planned + 2 * dayMs > after && occurrenceOf(rule, at).startAt > after) return at
  }
}
