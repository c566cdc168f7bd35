import type { Timeframe } from '#shared/feed/archive.ts'

const dayMs = 24 * 3_600_000
const words = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const day = words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = words({ day: 'numeric', month: 'long', year: 'numeric' })
const month = words({ month: 'long', year: 'numeric' })
const year = words({ year: 'numeric' })

/** What a stretch of time is called; `from` and `until` in UTC, `until` not included. */
export function blockTitle(timeframe: Timeframe, from: number, until: number, now: number): string {
  switch (timeframe) {
    case 'daily':
      return day.format(from)
    case 'weekly':
      return `Week of ${shortDay.format(from)}`
    case 'monthly':
      return month.format(from)
    case 'yearly':
      return year.format(from)
    case 'allTime':
      return 'All time'
    case 'exponential': {
      const days = Math.round((Math.floor(now / dayMs) * dayMs + dayMs - from) / dayMs)
      if (days <= 2) return 'Today and yesterday'
      if (days <= 31) return `Past ${days} days`
      return `Since ${month.format(from)}${until < now ? `, until ${shortDay.format(until - 1)}` : ''}`
    }
  }
}
