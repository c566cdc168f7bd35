import { links } from '#shared/links.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { ask } from './connection.ts'

/** What the sender of a mutation hears; `offline` when nobody could be asked. */
export type MutationOutcome<Tally> =
  | { readonly outcome: 'applied'; readonly tally?: Tally }
  | { readonly outcome: 'rejected'; readonly error: FormError; readonly tally?: Tally; readonly viewerNeeded?: boolean }
  | { readonly outcome: 'later'; readonly retryAfterMs: number; readonly reason?: Reason | null }
  | { readonly outcome: 'offline' }

/** Sends a mutation by name. Never throws for a refusal or for the network: both are outcomes. */
export async function sendMutation<Tally = unknown>(name: string, args: unknown): Promise<MutationOutcome<Tally>> {
  let response: Response
  try {
    response = await ask(links.mutation(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ args }),
    })
  } catch {
    return { outcome: 'offline' }
  }
  const answer: unknown = await response.json().catch(() => null)
  // The server's own answer to a mutation, of this build's type; anything else (a proxy's page) has
  // no `outcome`.
  if (typeof answer === 'object' && answer !== null && 'outcome' in answer) return answer as MutationOutcome<Tally>
  return { outcome: 'rejected', error: errorOfStatus(response.status), viewerNeeded: response.status === 401 }
}

/** For answers that carry no error of their own. */
export function errorOfStatus(status: number): FormError {
  const nothing = { reason: null, field: null, retryAfterMs: null }
  if (status === 401) return { ...nothing, code: 'not-allowed', reason: 'sign-in-first' }
  if (status === 403) return { ...nothing, code: 'not-allowed' }
  if (status === 404) return { ...nothing, code: 'not-found' }
  if (status === 409) return { ...nothing, code: 'conflict' }
  if (status === 413) return { ...nothing, code: 'too-large' }
  if (status === 429) return { ...nothing, code: 'rate-limited' }
  return { ...nothing, code: 'invalid' }
}
