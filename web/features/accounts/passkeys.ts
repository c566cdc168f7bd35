import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { sendForm } from '../../data/send-form.ts'

/** What a browser answered, as JSON for the server, or why there is nothing to send. */
export type Asked =
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'refused'; readonly error: FormError }
  | { readonly kind: 'not-sent' }
  /** The person chose another way, or the browser cannot: it has said so itself. */
  | { readonly kind: 'given-up' }

/** In the field of the form that asked, as if the server had said it. */
export const passkeyError: FormError = { code: 'token-invalid', reason: null, field: 'passkey', retryAfterMs: null }

/** The browser asks who is there, and makes a key. @param password asked for once more. */
export async function makePasskey(password: string): Promise<Asked> {
  const options = await optionsBy('accounts.startPasskey', { password })
  if (typeof options !== 'string') return options
  const { startRegistration } = await import('@simplewebauthn/browser')
  return asked(() => startRegistration({ optionsJSON: JSON.parse(options) }))
}

/**
 * A passkey of this device signs what the server asks. @param isOffered among the names that the
 * browser offers in the form's field, until somebody chooses it; else in a window of its own.
 */
export async function signWithPasskey({ isOffered }: { readonly isOffered: boolean }): Promise<Asked> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser')
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return { kind: 'given-up' }
  const options = await optionsBy('accounts.askPasskey', {})
  if (typeof options !== 'string') return options
  return asked(() => startAuthentication({ optionsJSON: JSON.parse(options), useBrowserAutofill: isOffered }))
}

/** Another window of the browser asks now, or the page is left. */
export async function stopOffering(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}

async function optionsBy(form: string, fields: Readonly<Record<string, string>>): Promise<string | Asked> {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  const answer = await sendForm(links.form(form), data)
  if (answer === null) return { kind: 'not-sent' }
  if (!answer.ok) return { kind: 'refused', error: answer.error }
  return answer.values?.['options'] ?? { kind: 'refused', error: passkeyError }
}

async function asked(ask: () => Promise<unknown>): Promise<Asked> {
  try {
    return { kind: 'answered', answer: JSON.stringify(await ask()) }
  } catch {
    return { kind: 'given-up' }
  }
}
