import type { FeedbackSent, OutgoingFeedback } from './outgoing.ts'

/**
 * Sends it, or keeps it on this device until it can be sent; one call, one report. For visitors
 * too, and offline.
 * @throws Error whose message is a sentence for people: it is neither sent nor kept, and may be
 *   tried again.
 */
export async function sendFeedback(feedback: OutgoingFeedback): Promise<FeedbackSent> {
  const part = await import('./start-reports.ts').catch((cause: unknown) => {
    throw new Error('Couldn’t load the sender. Your text is still here; try again when you’re online.', {
      cause,
    })
  })
  return part.startReports().sendFeedback(feedback)
}
