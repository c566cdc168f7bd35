import { dayMs, minuteMs } from '../kernel/durations.ts'

export const traceFigures = {
  /** From when it was first seen. */
  traceMs: 90 * dayMs,
  /** Then traces are hashed by another key: older and newer ones are not seen to be the same. */
  keyMs: 30 * dayMs,
  /** What was found is shown this long. */
  lookMs: 30 * minuteMs,
  /** Traces of one member, and members of one trace, that are shown. */
  traces: 100,
  members: 50,
  /** Keys that can be alive at once, and so hashes of one address. */
  hashes: 8,
} as const
