/** The mails about how one signs in: what was switched on or off, and used up. */
import { links } from '#shared/links.ts'
import type { MailSite, ToMember } from './account-mails.ts'
import type { Mail } from './mailer.ts'
import { accountMail } from './account-mails.ts'

const reset = (site: MailSite): string => `If it wasn’t you, choose a new password now:\n${site.origin}${links.login({ mode: 'reset' })}`
const securityTab = (site: MailSite): string => `${site.origin}${links.account('security')}`

export function secondFactorOnMail(site: MailSite, { to, userName }: ToMember): Mail {
  return accountMail(site, to, 'signing in asks for a code now', [
    `Hi ${userName},`,
    `Two-step sign-in was just turned on for your account "${userName}": after the password, a code from an authenticator app is asked for. The account was signed out on other devices.`,
    reset(site),
  ])
}

export function secondFactorOffMail(site: MailSite, { to, userName }: ToMember): Mail {
  return accountMail(site, to, 'signing in asks for no code any more', [
    `Hi ${userName},`,
    `Two-step sign-in was just turned off for your account "${userName}": the password alone is enough now.`,
    `Turn it on again:\n${securityTab(site)}`,
    reset(site),
  ])
}

export function recoveryCodesReplacedMail(site: MailSite, { to, userName }: ToMember): Mail {
  return accountMail(site, to, 'new recovery codes', [
    `Hi ${userName},`,
    `New recovery codes were just made for your account "${userName}". Earlier ones no longer work.`,
    reset(site),
  ])
}

export function recoveryCodeUsedMail(site: MailSite, { to, userName }: ToMember, left: number): Mail {
  return accountMail(site, to, 'a recovery code was used', [
    `Hi ${userName},`,
    `A recovery code of your account "${userName}" was just used in place of a code from the app. ${left} of your recovery codes are left.`,
    `Make new ones:\n${securityTab(site)}`,
    reset(site),
  ])
}

export function passkeyAddedMail(site: MailSite, { to, userName }: ToMember): Mail {
  return accountMail(site, to, 'a passkey was added', [
    `Hi ${userName},`,
    `A passkey was just added to your account "${userName}": it signs in without a password.`,
    `If it wasn’t you, choose a new password, then remove the passkey:\n${site.origin}${links.login({ mode: 'reset' })}\n${securityTab(site)}`,
  ])
}

export function passkeyRemovedMail(site: MailSite, { to, userName }: ToMember): Mail {
  return accountMail(site, to, 'a passkey was removed', [
    `Hi ${userName},`,
    `A passkey of your account "${userName}" was just removed. It no longer signs in.`,
    reset(site),
  ])
}

/** The code stands alone in its line: phones offer to fill it in. */
export function signInMail(
  site: MailSite,
  { to, userName }: ToMember,
  { code, link }: { readonly code: string; readonly link: string },
): Mail {
  return accountMail(site, to, 'your code to sign in', [
    `Hi ${userName},`,
    `Your code to sign in as "${userName}":\n${code}`,
    `Type it on the page where you asked for it. It works once, for 10 minutes. Nobody from ${site.name} will ask you for it: never tell it to anyone.`,
    `Or open this link and press the button:\n${site.origin}${links.emailToken(link, { for: 'sign-in' })}`,
    `If you didn’t ask for it, ignore this email: nobody can sign in without it.`,
  ])
}

export function providerLinkedMail(site: MailSite, { to, userName }: ToMember, provider: string): Mail {
  return accountMail(site, to, `${provider} was linked`, [
    `Hi ${userName},`,
    `An account at ${provider} was just linked to your account "${userName}": it signs in without your password.`,
    `If it wasn’t you, choose a new password, then unlink it:\n${site.origin}${links.login({ mode: 'reset' })}\n${securityTab(site)}`,
  ])
}

export function providerUnlinkedMail(site: MailSite, { to, userName }: ToMember, provider: string): Mail {
  return accountMail(site, to, `${provider} was unlinked`, [
    `Hi ${userName},`,
    `An account at ${provider} was just unlinked from your account "${userName}". It no longer signs in.`,
    reset(site),
  ])
}
