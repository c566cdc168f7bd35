import type { Feedback, FeedbackRules } from '#shared/reports/feedback.ts'
import { feedbackLimits, missingSentence, trimmed } from '#shared/reports/feedback.ts'
import { grouped } from '../counts.ts'

export type FieldName = keyof Feedback

export const labels: Readonly<Record<FieldName, string>> = { name: 'Name', email: 'Email', message: 'Description' }
export const fieldNames: readonly FieldName[] = ['name', 'email', 'message']

/** Why it is not sent yet, and which fields that is about, the first one first. */
export interface Fault {
  readonly words: string
  readonly fields: readonly FieldName[]
}

/** @param isEmailMisspelt the browser's own judgement of its field of type `email`. */
export function faultOf(feedback: Feedback, rules: FeedbackRules, isEmailMisspelt: boolean): Fault | null {
  const missing = missingSentence(feedback, rules)
  if (missing !== null) return { words: missing, fields: missingFields(feedback, rules) }
  for (const name of fieldNames) {
    const words = tooLong(name, trimmed(feedback)[name])
    if (words !== null) return { words, fields: [name] }
  }
  return isEmailMisspelt ? { words: 'Email: this doesn’t look like an email address.', fields: ['email'] } : null
}

/** Said while somebody types, not only when they send; `null` when it fits. */
export function tooLong(name: FieldName, text: string): string | null {
  const over = text.trim().length - feedbackLimits[name]
  if (over <= 0) return null
  return `${labels[name]}: ${grouped(over)} characters too long; the limit is ${grouped(feedbackLimits[name])}.`
}

function missingFields(feedback: Feedback, rules: FeedbackRules): readonly FieldName[] {
  const isRequired = { name: rules.nameRequired, email: rules.emailRequired, message: true }
  return fieldNames.filter((name) => isRequired[name] && trimmed(feedback)[name] === '')
}
