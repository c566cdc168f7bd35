import { dayMs } from '../kernel/durations.ts'

export const relatedFigures = {
  /** More than are shown: a reader is shown those that they have not read. */
  kept: 6,
  shown: 3,
  /** How many of a post's tags are asked, and how many posts of each. */
  tags: 5,
  ofTag: 40,
  archive: 200,
  walkedAtOnce: 100,
  madeAtOnce: 25,
  lastsMs: 7 * dayMs,
  /** Of posts older than a season. */
  lastsLongMs: 30 * dayMs,
  isOldAfterMs: 90 * dayMs,
} as const
