import type { Timeframe } from '#shared/feed/archive.ts'
import { longDate, longDay, monthAndYear } from '../../ui/time-words.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** What a stretch of time is called; `from` and `until` in UTC, `until` not included. */
export function blockTitle(timeframe: Timeframe, from: number, until: number, now: number): string {
  switch (timeframe) {
    case 'daily':
      return longDay(from)
    case 'weekly':
      return `Week of ${longDate(from)}`
    case 'monthly':
      return monthAndYear(from)
    case 'yearly':
      return String(new Date(from).getUTCFullYear())
    case 'allTime':
      return 'All time'
    case 'exponential': {
      const days = Math.round((Math.floor(now / dayMs) * dayMs + dayMs - from) / dayMs)
      if (days <= 2) return 'Today and yesterday'
      if (days <= 31) return `Past ${days} days`
      return `Since ${monthAndYear(from)}${until < now ? `, until ${longDate(until - 1)}` : ''}`
    }
  }
}
