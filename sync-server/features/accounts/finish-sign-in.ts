import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { offerToReopen } from './closure-forms.ts'
import { withNotice } from './notices.ts'

export const refusedSignIn = {
  kind: 'refused',
  status: 401,
  error: { code: 'sign-in-failed', reason: null, field: null, retryAfterMs: null },
} as const

interface SignInDone {
  readonly userId: string
  readonly passwordHash: string
  /** Counts of wrong tries that this success forgives. */
  readonly forgets: readonly string[]
  readonly returnTo: string
}

/** Everything that was asked for was right: the session, or why there is none. */
export async function finishSignIn(
  tools: AccountTools,
  form: FormRequest,
  { userId, passwordHash, forgets, returnTo }: SignInDone,
): Promise<FormAnswer> {
  try {
    const signedIn = await tools.signIn(form, { userId, passwordHash }, forgets)
    const viewer = await tools.store.read((read) => viewerOfAccount(read, userId, form.now))
    const owes = viewer.kind === 'member' && viewer.owesSecondFactor === true
    const location = owes ? withNotice(links.account('security'), 'second-factor-needed') : safeReturnTo(returnTo)
    return { kind: 'done', location, ...signedIn }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.reason === 'banned') {
      const member = await tools.store.read((read) => read.get(members, userId))
      return { kind: 'done', location: links.banNotice({ user: member?.slug }) }
    }
    if (error.code === 'not-found') return closedAnswer(tools, userId)
    throw error
  }
}

/** Its member has closed the account, and may bring it back unless it is too late. */
async function closedAnswer(tools: AccountTools, userId: string): Promise<FormAnswer> {
  try {
    return await offerToReopen(tools, userId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return refusedSignIn
    throw error
  }
}
