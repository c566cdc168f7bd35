import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import { credentials } from '#shared/accounts/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { senderOf } from '#server/http/define-form.ts'
import { limits } from './limits.ts'

/**
 * The present password, asked once more before something delicate: whoever found a browser open
 * gets no further with it. Wrong ones are counted.
 * @returns the refusal; `null` for the right one. @throws AppError 'rate-limited'
 */
export async function confirmPassword(
  tools: Pick<AccountTools, 'store' | 'passwords' | 'note' | 'forgive'>,
  form: FormRequest,
  password: string,
): Promise<Extract<FormAnswer, { kind: 'refused' }> | null> {
  const userId = senderOf(form)
  const { passwordHash } = await tools.store.read((read) => getOrThrow(read, credentials, userId))
  const attempt = await tools.note(form, [limits.passwordOf(userId)])
  const { isRight } = await tools.passwords.verify(password.slice(0, 1_000), passwordHash)
  if (!isRight)
    return { kind: 'refused', status: 400, error: { code: 'sign-in-failed', reason: null, field: 'password', retryAfterMs: null } }
  await tools.forgive(attempt)
  return null
}
