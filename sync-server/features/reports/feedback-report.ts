import type { FeedbackRules } from '#shared/reports/feedback.ts'
import type { FeedbackMessage } from '#shared/reports/schema.ts'
import type { JsonObject } from './envelope.ts'
import { feedbackLimits, missingSentence, trimmed } from '#shared/reports/feedback.ts'
import { scrubUrl } from '#shared/reports/scrub-text.ts'
import { lineIn, objectIn, pairsIn, storable } from './untrusted.ts'

/**
 * Feedback, as far as it is kept. Name, address and message are what the person wanted to say: they
 * are cut and trimmed, not scrubbed. `null` when a field is missing that the site asks for.
 */
export function feedbackReport(
  id: string,
  json: JsonObject,
  rules: FeedbackRules,
  facts: { readonly browser: string; readonly now: number; readonly hasScreenshot: boolean },
): FeedbackMessage | null {
  const said = objectIn(objectIn(json['contexts'])['feedback'])
  const typed = (value: unknown, most: number): string => (typeof value === 'string' ? storable(value.trim(), most) : '')
  const feedback = trimmed({
    name: typed(said['name'], feedbackLimits.name),
    email: typed(said['contact_email'], feedbackLimits.email),
    message: typed(said['message'], feedbackLimits.message),
  })
  if (missingSentence(feedback, rules) !== null) return null
  const about = said['associated_event_id']
  return {
    id,
    at: facts.now,
    ...feedback,
    // A line break in an address is no part of it.
    email: feedback.email.replace(/\s+/gu, ' '),
    state: 'open',
    doneAt: null,
    assigneeId: null,
    screenshot: facts.hasScreenshot ? 'kept' : 'none',
    release: lineIn(json['release'], 80),
    url: scrubUrl(lineIn(said['url'] ?? objectIn(json['request'])['url'], 500)),
    browser: facts.browser,
    tags: pairsIn(json['tags'], 20).map(([name, word]) => [name, word]),
    errorEventId: typeof about === 'string' && /^[0-9a-f]{32}$/u.test(about) ? about : null,
    answers: [],
  }
}
