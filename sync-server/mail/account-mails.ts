/** The mails about accounts. Every address in them is made of SITE_URL, never of what a request says. */
import { links } from '#shared/links.ts'
import type { Mail } from './mailer.ts'
import { htmlOfText } from './mail-html.ts'

export interface MailSite {
  readonly name: string
  /** Scheme and host, no slash at the end. */
  readonly origin: string
}

interface ToMember {
  readonly to: string
  readonly userName: string
}

export function verifyEmailMail(site: MailSite, { to, userName }: ToMember, token: string): Mail {
  return mail(site, to, 'confirm your e-mail address', [
    `Hello ${userName},`,
    `to confirm that this is your address, open this page and press the button on it:`,
    `${site.origin}${links.emailToken(token)}`,
    `The link holds for seven days. Until then your account works too, but you can sign in only by name, and not by this address.`,
    `If you did not sign up, do nothing: without the button this address is not used.`,
  ])
}

/** To the owner of an address that somebody has signed up with again. `known` is the name of the account that has it. */
export function addressInUseMail(site: MailSite, { to, userName }: ToMember, known: string): Mail {
  return mail(site, to, 'you have an account already', [
    `Hello ${known},`,
    `somebody, perhaps you, has just made the account "${userName}" with this address. Your address stays with your account "${known}", where you confirmed it; the other account cannot have it.`,
    `If that was you and you only forgot that you were here already, sign in as "${known}":\n${site.origin}${links.login()}`,
    `If you forgot the password:\n${site.origin}${links.login({ mode: 'reset' })}`,
    `If it was not you, there is nothing to do.`,
  ])
}

export function resetPasswordMail(site: MailSite, { to, userName }: ToMember, token: string): Mail {
  return mail(site, to, 'a new password', [
    `Hello ${userName},`,
    `somebody, we hope you, has asked for a new password for your account "${userName}". To choose one, open this page:`,
    `${site.origin}${links.resetPassword(token)}`,
    `The link holds for one hour and works once. A new password signs you out everywhere.`,
    `If it was not you, do nothing: your password stays as it is.`,
  ])
}

export function passwordChangedMail(site: MailSite, { to, userName }: ToMember): Mail {
  return mail(site, to, 'your password was changed', [
    `Hello ${userName},`,
    `the password of your account "${userName}" has just been changed, and the account was signed out on other devices.`,
    `If it was not you, choose a new one at once:\n${site.origin}${links.login({ mode: 'reset' })}`,
  ])
}

interface MadeKey {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt: number
}

export function keyMadeMail(site: MailSite, { to, userName }: ToMember, { name, scopes, expiresAt }: MadeKey): Mail {
  const lastDay = new Date(expiresAt - 1).toISOString().slice(0, 10)
  return mail(site, to, 'a key was made', [
    `Hello ${userName},`,
    `a key for a program has just been made for your account "${userName}". It is called "${name}", may ${scopes.join(', ')}, and ends on ${lastDay}.`,
    `Your keys, and a way to revoke each:\n${site.origin}${links.account('keys')}`,
    `If it was not you, choose a new password at once, which ends all keys:\n${site.origin}${links.login({ mode: 'reset' })}`,
  ])
}

function mail(site: MailSite, to: string, about: string, paragraphs: readonly string[]): Mail {
  const text = `${[...paragraphs, `${site.name}\n${site.origin}`].join('\n\n')}\n`
  return { to, subject: `${site.name}: ${about}`, text, html: htmlOfText(text) }
}
