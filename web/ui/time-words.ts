// British English by hand: the browser’s own formatter costs a slow phone up to a fifth of a second
// to make, just as a page comes alive.
const months = /* @__PURE__ */ 'January February March April May June July August September October November December'.split(' ')
const weekdays = /* @__PURE__ */ 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const shortMonths = /* @__PURE__ */ 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ')

/** `November` of 11. */
export const monthName = (month: number): string | undefined => months[month - 1]

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * `14 Nov 2026`: in UTC, the same for every reader, so that it may stand in a cached page; or in
 * the reader's own zone.
 */
export function shortDate(at: number, zone: 'UTC' | 'own' = 'UTC'): string {
  const date = new Date(at)
  return zone === 'UTC'
    ? `${date.getUTCDate()} ${shortMonth(at)}`
    : `${date.getDate()} ${shortMonths[date.getMonth()]} ${date.getFullYear()}`
}

/** `14 Nov`, in the reader's own zone. */
export const shortDay = (at: number): string => shortDate(at, 'own').replace(/ \d+$/u, '')

/** `Nov 2026`, in UTC. */
export function shortMonth(at: number): string {
  const date = new Date(at)
  return `${shortMonths[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** `November 2026`, in UTC. */
export function monthAndYear(at: number): string {
  const date = new Date(at)
  return `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** `14 November 2026`, in UTC. */
export const longDate = (at: number): string => `${new Date(at).getUTCDate()} ${monthAndYear(at)}`

/** `Saturday, 14 November 2026`, in UTC. */
export const longDay = (at: number): string => `${weekdays[new Date(at).getUTCDay()]}, ${longDate(at)}`

/** `Sat 14 Nov`, in UTC. */
export const shortWeekday = (at: number): string =>
  `${weekdays[new Date(at).getUTCDay()]?.slice(0, 3)} ${shortDate(at).replace(/ \d+$/u, '')}`

/** With the time of day: in UTC, which is named, or in the reader's own zone. */
export function exactTime(at: number, zone: 'UTC' | 'own'): string {
  const date = new Date(at)
  return zone === 'UTC'
    ? `${words(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear(), date.getUTCHours(), date.getUTCMinutes())} UTC`
    : words(date.getDate(), date.getMonth(), date.getFullYear(), date.getHours(), date.getMinutes())
}

const words = (dayOfMonth: number, month: number, year: number, hours: number, minutes: number): string =>
  `${dayOfMonth} ${months[month]} ${year} at ${twoDigits(hours)}:${twoDigits(minutes)}`

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/**
 * `just now`, `5 min ago`, `6 h ago`, `3 d ago`; from a month on, the date in the reader's own
 * zone. A time to come reads as `just now`: clocks differ.
 */
export function relativeTime(at: number, now: number): string {
  const age = now - at
  if (age < minute) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  if (age < day) return `${Math.floor(age / hour)} h ago`
  if (age < 30 * day) return `${Math.floor(age / day)} d ago`
  return shortDate(at, 'own')
}

/** `9 min read`, which cannot be taken for an age beside it. */
export const readingTime = (minutes: number): string => `${minutes} min read`
