import { dayMs } from '#shared/kernel/durations.ts'

/** The end of a day as date fields send it, `YYYY-MM-DD`, UTC; `null`: that is not a day. */
export function endOfDay(day: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/u.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? null : at + dayMs
}
