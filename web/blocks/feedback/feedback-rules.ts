import type { FeedbackRules } from '#shared/reports/feedback.ts'
import type { HandOver } from '../../data/answer.ts'

/** What the site asks for. Read from the document itself: the dialog works where the page's own tree has broken. */
export function feedbackRules(): FeedbackRules {
  const text = document.getElementById('hand-over')?.textContent
  if (!text) return { nameRequired: false, emailRequired: false }
  const { site } = JSON.parse(text) as HandOver // written by the server entry of this build
  return site.reports
}
