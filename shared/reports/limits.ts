/** What the tunnel takes and what the server keeps of it. Bytes, counts, ms. */
import { dayMs } from '../kernel/durations.ts'

export const reportLimits = {
  /** Of an envelope, after inflating and before. */
  envelopeBytes: 1_048_576,
  envelopesPerMinute: 30,
  /**
   * Refusals of a page's policy: bytes of a batch, reports read of it, batches of one network a
   * minute, and kept of a network and of all in an hour.
   */
  policyReportBytes: 32_768,
  policyReportsPerBatch: 10,
  policyBatchesPerMinute: 20,
  policyReportsOfNetworkPerHour: 20,
  policyReportsPerHour: 200,
  /** Of one client (community.md 11). */
  feedbackPerHour: 5,
  itemsPerEnvelope: 10,
  /** Kept of each group of errors, the newest. */
  eventsPerGroup: 100,
  groups: 2_000,
  events: 20_000,
  retentionMs: 90 * dayMs,
  /** Beyond it the oldest that is done goes; if none is, no more is taken. */
  feedback: 10_000,
  screenshots: 1_000,
  /** Days that the drawn counts go back, today included. */
  shownDays: 14,
  answerCharacters: 20_000,
} as const

/** Days since 1970, in UTC. */
export const dayOf = (at: number): number => Math.floor(at / dayMs)
