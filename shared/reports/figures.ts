/**
 * Feedback and error reports: every figure that the specification fixes, in one place. Times in ms,
 * sides in pixels.
 */
import { hourMs } from '../kernel/durations.ts'

export const figures = {
  /** The banner after sending hides itself. */
  bannerMs: 5_000,
  messageRows: 5,
  /** Items in the offline queue. */
  maxQueued: 30,
  firstRetryMs: 5_000,
  longestRetryMs: hourMs,
  /** Longest side of a screenshot or a recorded canvas. */
  maxCanvasSide: 1_280,
  profileSampleMs: 10,
  longestProfileMs: 30_000,
  /** Source lines kept around the place of an error, on each side. */
  contextLines: 7,
  /** The last evaluations of feature flags that go with an error. */
  maxFlags: 100,
  freshStaticMs: 300_000,
  freshDynamicMs: 0,
} as const
