import type { Feedback } from '#shared/reports/feedback.ts'
import { reportLimits } from '#shared/reports/limits.ts'

/** What somebody is about to tell the people of the site. */
export type OutgoingFeedback = Feedback & {
  /** Of its report (`newReportId`): the server keeps one report under it. */
  readonly id: string
  /** An encoded PNG; `null` without one. */
  readonly screenshot: Uint8Array | null
  /** The error report that this is about; `null` when it is about none. */
  readonly eventId: string | null
}

/**
 * `queued`: it is on this device and leaves by itself once the server can be reached. `in-memory`:
 * the same, but this browser keeps nothing (or has no room), so that it leaves only while the tab
 * stays open.
 */
export type FeedbackSent = 'sent' | 'queued' | 'in-memory'

/** Where what is typed and not sent yet is kept. */
export const placeOfFeedback = 'feedback'

/** 32 hexadecimal digits, as the client makes them; `crypto.randomUUID` wants a secure page. */
export const newReportId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Bytes that a picture may have beside this message; below 0 where the message is too long by
 * itself. The rest is for the envelope's own words.
 */
export const roomForScreenshot = (message: string): number => reportLimits.envelopeBytes - 32_768 - 4 * message.length
