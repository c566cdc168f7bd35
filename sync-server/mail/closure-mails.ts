/** The mails about the end of an account. */
import { links } from '#shared/links.ts'
import type { MailSite, ToMember } from './account-mails.ts'
import { accountMail } from './account-mails.ts'
import type { Mail } from './mailer.ts'

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export function deletionAskedMail(site: MailSite, { to, userName }: ToMember, eraseAt: number): Mail {
  return accountMail(site, to, 'your account will be deleted', [
    `Hi ${userName},`,
    `You asked to delete your account "${userName}". It is hidden now, and will be deleted for good on ${dayOf(eraseAt)}.`,
    `To keep it, sign in before that day and press “Keep my account”:\n${site.origin}${links.login()}`,
    `If it wasn’t you, choose a new password now, then sign in to keep the account:\n${site.origin}${links.login({ mode: 'reset' })}`,
  ])
}

export function deletionSoonMail(site: MailSite, { to, userName }: ToMember, eraseAt: number): Mail {
  return accountMail(site, to, 'your account will be deleted in 2 days', [
    `Hi ${userName},`,
    `Your account "${userName}" will be deleted for good on ${dayOf(eraseAt)}. After that nobody can bring it back.`,
    `To keep it, sign in before that day and press “Keep my account”:\n${site.origin}${links.login()}`,
    `If you still want to leave, there is nothing to do.`,
  ])
}
