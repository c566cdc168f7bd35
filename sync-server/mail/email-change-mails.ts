/** The mails about an account's change of address. */
import { links } from '#shared/links.ts'
import type { MailSite, ToMember } from './account-mails.ts'
import { accountMail } from './account-mails.ts'
import type { Mail } from './mailer.ts'

/** To the new address. */
export function newEmailMail(site: MailSite, { to, userName }: ToMember, token: string): Mail {
  return accountMail(site, to, 'confirm your new email address', [
    `Hi ${userName},`,
    `Use this address for your account "${userName}":\n${site.origin}${links.emailToken(token, { for: 'new-address' })}`,
    `The link works once and expires in 24 hours. Until then your old address stays.`,
    `If it wasn’t you, ignore this email: nothing happens without your confirmation.`,
  ])
}

/** To who has the address already: the account that asked for it does not get it. */
export function addressNotGivenMail(site: MailSite, { to, userName }: ToMember): Mail {
  return accountMail(site, to, 'this address stays with your account', [
    `Hi ${userName},`,
    `Someone, perhaps you, wanted to use this address for another account. It belongs to your account "${userName}" and stays there.`,
    `To use it for the other account, first give "${userName}" another address:\n${site.origin}${links.account()}`,
    `If it wasn’t you, there is nothing to do.`,
  ])
}

/** To the old address, when the change is asked for: by the member, or for them. */
export function emailChangeAskedMail(site: MailSite, { to, userName }: ToMember, by: 'member' | 'administrator'): Mail {
  const who = by === 'member' ? 'Someone, we hope you,' : 'An administrator of this site'
  return accountMail(site, to, 'a change of your email address', [
    `Hi ${userName},`,
    `${who} asked to change the email address of your account "${userName}". This address stays until the new one is confirmed.`,
    `If ${by === 'member' ? 'it wasn’t you' : 'you didn’t ask them to'}, choose a new password now; that also cancels the change:\n${site.origin}${links.login({ mode: 'reset' })}`,
  ])
}

/** To the old address, once it no longer is the account's. */
export function emailChangedMail(site: MailSite, { to, userName }: ToMember, token: string): Mail {
  return accountMail(site, to, 'your email address was changed', [
    `Hi ${userName},`,
    `Your account "${userName}" now uses another email address. We no longer write to this one.`,
    `If it wasn’t you, take your account back within 7 days. This signs it out everywhere, and you choose a new password:\n${site.origin}${links.emailToken(token, { for: 'old-address' })}`,
  ])
}
