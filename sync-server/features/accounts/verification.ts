import type { AccountTools } from './account-tools.ts'
import { credentialByEmail } from '#shared/accounts/credential-records.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { addressInUseMail, verifyEmailMail } from '#server/mail/account-mails.ts'
import { limits } from './limits.ts'
import { newToken } from './tokens.ts'

/**
 * The mail that lets a member prove their address; where somebody else has proved it, that person
 * hears of it instead, and the member sees no difference. @throws AppError 'rate-limited' (a minute
 * apart, five a day); 'conflict' when it is proved already.
 */
export async function sendVerification(tools: AccountTools, userId: string, now: number): Promise<void> {
  const { token, hash } = newToken()
  const facts = await tools.store.read(async (read) => {
    const credential = await read.get(credentials, userId)
    const member = await read.get(members, userId)
    const holder = credential && (await credentialByEmail(read, credential.email))
    return { credential, member, holder: holder && (await read.get(members, holder.id)) }
  })
  const { credential, member, holder } = facts
  if (credential === undefined || member === undefined) return
  await tools.mutation('accounts.issueEmailToken', { tokenHash: hash, kind: 'verifyEmail', userId, email: credential.email })
  const to = { to: credential.email, userName: member.userName }
  const mail =
    holder === undefined || holder.id === userId
      ? verifyEmailMail(tools.site(), to, token)
      : addressInUseMail(tools.site(), to, holder.userName)
  // Silently, since the answer must not depend on it.
  tools.behind(async () => {
    if (await tools.isWithin(limits.mailTo(credential.email), now)) tools.post(mail)
  })
}
