/**
 * The mails about accounts. Every address in them is made of SITE_URL, never of what a request
 * says.
 */
import { links } from '#shared/links.ts'
import type { Mail } from './mailer.ts'
import { htmlOfText } from './mail-html.ts'

export interface MailSite {
  readonly name: string
  /** Scheme and host, no slash at the end. */
  readonly origin: string
}

export interface ToMember {
  readonly to: string
  readonly userName: string
}

export function verifyEmailMail(site: MailSite, { to, userName }: ToMember, token: string): Mail {
  return accountMail(site, to, 'confirm your email address', [
    `Hi ${userName},`,
    `Confirm your email address:\n${site.origin}${links.emailToken(token)}`,
    `The link expires in 7 days. Until you confirm, you can sign in with your username but not with this address.`,
    `If you didn’t sign up, ignore this email: nothing happens without your confirmation.`,
  ])
}

/** Once the address is confirmed: once in an account's life. */
export function welcomeMail(site: MailSite, { to, userName }: ToMember): Mail {
  return accountMail(site, to, 'welcome', [
    `Hi ${userName},`,
    `Your email address is confirmed. Welcome to ${site.name}!`,
    `What this site is for and how we talk:\n${site.origin}${links.about()}`,
    `How votes, posts and notifications work:\n${site.origin}${links.faq()}`,
    `Choose what you are notified of, and how:\n${site.origin}${links.notices({ tab: 'settings' })}`,
    `You’re getting this because you confirmed your address. We send it once.`,
  ])
}

/**
 * To the owner of an address that somebody has signed up with again. `known` is the name of the
 * account that has it.
 */
export function addressInUseMail(site: MailSite, { to, userName }: ToMember, known: string): Mail {
  return accountMail(site, to, 'you already have an account', [
    `Hi ${known},`,
    `Someone, perhaps you, just created the account "${userName}" with this address. It stays with your account "${known}", where you confirmed it; the other account can’t use it.`,
    `If that was you, sign in as "${known}" instead:\n${site.origin}${links.login()}`,
    `If you forgot the password:\n${site.origin}${links.login({ mode: 'reset' })}`,
    `If it wasn’t you, there is nothing to do.`,
  ])
}

export function resetPasswordMail(site: MailSite, { to, userName }: ToMember, token: string): Mail {
  return accountMail(site, to, 'reset your password', [
    `Hi ${userName},`,
    `Someone, we hope you, asked for a new password for your account "${userName}". Choose one here:\n${site.origin}${links.resetPassword(token)}`,
    `The link works once and expires in 1 hour. A new password signs you out everywhere.`,
    `If it wasn’t you, ignore this email: your password stays the same.`,
  ])
}

export function passwordChangedMail(site: MailSite, { to, userName }: ToMember): Mail {
  return accountMail(site, to, 'your password was changed', [
    `Hi ${userName},`,
    `The password of your account "${userName}" was just changed, and the account was signed out on other devices.`,
    `If it wasn’t you, choose a new password now:\n${site.origin}${links.login({ mode: 'reset' })}`,
  ])
}

interface MadeKey {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt: number
}

export function keyMadeMail(site: MailSite, { to, userName }: ToMember, { name, scopes, expiresAt }: MadeKey): Mail {
  const lastDay = new Date(expiresAt - 1).toISOString().slice(0, 10)
  return accountMail(site, to, 'a new API key', [
    `Hi ${userName},`,
    `An API key was just created for your account "${userName}". It is called "${name}", allows ${scopes.join(', ')}, and expires on ${lastDay}.`,
    `See and revoke your keys:\n${site.origin}${links.account('keys')}`,
    `If it wasn’t you, choose a new password now; that revokes all keys:\n${site.origin}${links.login({ mode: 'reset' })}`,
  ])
}

export function accountMail(site: MailSite, to: string, about: string, paragraphs: readonly string[]): Mail {
  const text = `${[...paragraphs, `${site.name}\n${site.origin}`].join('\n\n')}\n`
  return { to, subject: `${site.name}: ${about}`, text, html: htmlOfText(text) }
}
