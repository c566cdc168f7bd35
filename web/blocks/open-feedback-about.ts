import { openFeedback } from './feedback/open-feedback.ts'

/** The feedback dialog, with the report of this error attached if there is one. */
export async function openFeedbackAbout(error: unknown): Promise<void> {
  const eventId = await import('../data/reports/start-reports.ts').then(({ startReports }) => startReports().idOf(error)).catch(() => null) // the report is lost, what the person has to say is not
  openFeedback(eventId === null ? {} : { eventId })
}
