/**
 * In place of a mail server: mails are kept in memory and shown on a page, on a machine that nobody
 * else can reach.
 */
import { randomBytes } from 'node:crypto'
import type { Mail, Mailer } from './mailer.ts'
import { links } from '#shared/links.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { plainPage } from './plain-page.ts'
import { linkified } from './mail-html.ts'
import { requireOneMail } from './mailer.ts'

export interface StoredMail extends Mail {
  readonly id: string
  /** ms since 1970. */
  readonly at: number
}

export interface DevInbox extends Mailer {
  /** Newest first, at most 200. */
  list(): readonly StoredMail[]
  get(id: string): StoredMail | undefined
  /** The page at `/dev/inbox` or `/dev/inbox/:id`; `null` for a mail that is not there. */
  page(mailId: string | null): string | null
}

const most = 200

export function createDevInbox(options: { readonly now: () => number; readonly siteName: string }): DevInbox {
  const mails: StoredMail[] = []
  const get = (id: string): StoredMail | undefined => mails.find((mail) => mail.id === id)
  return {
    async send(mail) {
      requireOneMail(mail)
      mails.unshift({ ...mail, id: randomBytes(9).toString('base64url'), at: options.now() })
      mails.length = Math.min(mails.length, most)
    },
    list: () => mails,
    get,
    page(mailId) {
      if (mailId === null) return listPage(mails, options.siteName)
      const mail = get(mailId)
      return mail === undefined ? null : mailPage(mail, options.siteName)
    },
  }
}

function listPage(mails: readonly StoredMail[], siteName: string): string {
  const items = mails.map(
    (mail) =>
      `<li><p><a href="${links.devMail(mail.id)}">${escapeHtml(mail.subject)}</a></p><p>${escapeHtml(mail.to)}, ${when(mail)}</p></li>`,
  )
  const intro = `<p>No mail server is configured. Outgoing email is listed here, newest first, until the server stops. Only this machine can see it.</p>`
  return page(
    'Development inbox',
    siteName,
    `${intro}${mails.length === 0 ? '<p>No emails yet. Sign up or request a new password, then come back.</p>' : `<ul>${items.join('')}</ul>`}`,
  )
}

function mailPage(mail: StoredMail, siteName: string): string {
  const facts = `<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Sent</dt><dd>${when(mail)}</dd></dl>`
  // The text, as the person would read it: the HTML of a mail is not for this page's policy.
  return page(
    mail.subject,
    siteName,
    `<p><a href="${links.devInbox()}">All emails</a></p>${facts}<pre dir="auto">${linkified(mail.text)}</pre>`,
  )
}

function when(mail: StoredMail): string {
  const iso = new Date(mail.at).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}

const noIndex = '<meta name="robots" content="noindex">'

function page(title: string, siteName: string, main: string): string {
  return plainPage({ title, siteName, main, head: noIndex })
}
