const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const exactUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

// Made at the first call, in the browser: making one costs more than a hundred uses.
let exactOwn: Intl.DateTimeFormat | undefined

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `14 Nov 2026`, in UTC: the same for every reader, so that it may stand in a cached page. */
export const shortDate = (at: number): string => dates.format(at)

/** With the time of day and its zone named: UTC, or the reader's own. */
export function exactTime(at: number, zone: 'UTC' | 'own'): string {
  if (zone === 'UTC') return `${exactUtc.format(at)} UTC`
  exactOwn ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  return exactOwn.format(at)
}

/** `now`, `5 min`, `6 h`, `3 d`; from a month on, the date. A time to come reads as `now`: clocks differ. */
export function relativeTime(at: number, now: number): string {
  const age = now - at
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) return `${Math.floor(age / hour)} h`
  if (age < 30 * day) return `${Math.floor(age / day)} d`
  return shortDate(at)
}
