/**
 * What somebody tells the people of the site, and what must be in it. The dialog and the server's
 * keeping ask the same rules.
 */
export interface Feedback {
  readonly name: string
  readonly email: string
  readonly message: string
}

export interface FeedbackRules {
  readonly nameRequired: boolean
  readonly emailRequired: boolean
}

/** Most characters of each field; the server keeps no more. */
export const feedbackLimits = { name: 200, email: 254, message: 20_000 } as const

export const trimmed = ({ name, email, message }: Feedback): Feedback => ({
  name: name.trim().replace(/\s+/gu, ' '),
  email: email.trim(),
  message: message.trim(),
})

/**
 * The sentence is fixed by the specification; `null` when nothing is missing. White space alone
 * counts as missing.
 */
export function missingSentence(feedback: Feedback, rules: FeedbackRules): string | null {
  const { name, email, message } = trimmed(feedback)
  const missing = [
    rules.nameRequired && name === '' ? 'Name' : null,
    rules.emailRequired && email === '' ? 'Email' : null,
    message === '' ? 'Description' : null,
  ].filter((label) => label !== null)
  return missing.length === 0 ? null : `Please enter in the following required fields: ${missing.join(', ')}`
}
