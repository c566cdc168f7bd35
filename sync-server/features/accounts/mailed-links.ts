import type { Read } from '#shared/kernel/transaction.ts'
import { credentialByEmail, credentialOf, usableToken } from '#shared/accounts/credential-records.ts'
import { mailedSignInByLink } from '#shared/accounts/mailed-sign-in-queries.ts'
import { emailTokens } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hashOf, isToken } from './tokens.ts'

const kindsByPage = {
  emailToken: ['verifyEmail', 'firstAdmin', 'changeEmail', 'restoreEmail', 'reopen'],
  resetPassword: ['resetPassword'],
} as const

/**
 * Whether the link from a mail can still be used for what its page is for, by the rules of its use
 * (recovery-forms.ts). `read` is without read policies.
 */
export async function isUsableLink(read: Read, page: keyof typeof kindsByPage, token: string, now: number): Promise<boolean> {
  if (!isToken(token)) return false
  const hash = hashOf(token)
  if (page === 'emailToken' && (await mailedSignInByLink(read, hash, now)) !== undefined) return true
  const stored = await read.get(emailTokens, hash)
  const kind = kindsByPage[page].find((each) => each === stored?.kind)
  if (kind === undefined) return false
  try {
    const found = await usableToken(read, hash, kind, now)
    if (kind === 'firstAdmin' || kind === 'reopen') return true
    if (kind === 'changeEmail' || kind === 'restoreEmail') {
      const holder = await credentialByEmail(read, found.email)
      return holder === undefined || holder.id === found.userId
    }
    const credential = await credentialOf(read, found)
    if (credential.emailVerifiedAt !== null) return true
    const holder = await credentialByEmail(read, credential.email)
    return holder === undefined || holder.id === credential.id
  } catch (error) {
    if (error instanceof AppError && error.code === 'token-invalid') return false
    throw error
  }
}
