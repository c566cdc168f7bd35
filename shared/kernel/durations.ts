/** Lengths of time in milliseconds. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * Whether what lasts so long and ends then is open now. An end that is further away than that was
 * set by a clock that has gone back since: a minute of it is overlooked.
 */
export const isOpenUntil = (endsAt: number, lastsMs: number, now: number): boolean => endsAt > now && endsAt <= now + lastsMs + minuteMs

/** `YYYY-MM-DD` in UTC. */
export const utcDayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Whether there is such a day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const at = Date.parse(text)
  return Number.isFinite(at) && utcDayOf(at) === text
}
