import { dayMs, hourMs } from '../kernel/durations.ts'

export const guestLimits = {
  name: 80,
  email: 254,
  /** Of one event: answers whose mailed link was never used. */
  pending: 500,
  /** Of one event, all together. */
  guests: 2_000,
  /** An answer that was not confirmed by then is erased. */
  pendingMs: 48 * hourMs,
  /** After the event is over. */
  erasedAfterMs: 30 * dayMs,
  /** Of an event that never gets a date, since it was last changed. */
  undatedMs: 365 * dayMs,
} as const
