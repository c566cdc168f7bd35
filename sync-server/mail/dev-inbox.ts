/** In place of a mail server: mails are kept in memory and shown on a page, on a machine that nobody else can reach. */
import { randomBytes } from 'node:crypto'
import type { Mail, Mailer } from './mailer.ts'
import { links } from '#shared/links.ts'
import { escapeHtml, linkified } from './mail-html.ts'
import { insistOneMail } from './mailer.ts'

export interface KeptMail extends Mail {
  readonly id: string
  /** ms since 1970. */
  readonly at: number
}

export interface DevInbox extends Mailer {
  /** Newest first, at most 200. */
  list(): readonly KeptMail[]
  get(id: string): KeptMail | undefined
  /** The page at `/dev/inbox` or `/dev/inbox/:id`; `null` for a mail that is not there. */
  page(mailId: string | null): string | null
}

const most = 200

export function createDevInbox(options: { readonly now: () => number; readonly siteName: string }): DevInbox {
  const mails: KeptMail[] = []
  const get = (id: string): KeptMail | undefined => mails.find((mail) => mail.id === id)
  return {
    async send(mail) {
      insistOneMail(mail)
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

function listPage(mails: readonly KeptMail[], siteName: string): string {
  const rows = mails.map(
    (mail) =>
      `<tr><td><a href="${links.devMail(mail.id)}">${escapeHtml(mail.subject)}</a></td><td>${escapeHtml(mail.to)}</td><td>${when(mail)}</td></tr>`,
  )
  const table = `<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  const intro = `<p>No mail server is set up, so mails end here, newest first, until the server stops. Only this machine can see them.</p>`
  return page(
    'Mails',
    siteName,
    `${intro}${mails.length === 0 ? '<p>No mails yet. Sign up, or ask for a new password, and come back.</p>' : table}`,
  )
}

function mailPage(mail: KeptMail, siteName: string): string {
  const facts = `<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Sent</dt><dd>${when(mail)}</dd></dl>`
  // The text, as the person would read it: the HTML of a mail is not for this page's policy.
  return page(
    mail.subject,
    siteName,
    `<p><a href="${links.devInbox()}">All mails</a></p>${facts}<pre dir="auto">${linkified(mail.text)}</pre>`,
  )
}

function when(mail: KeptMail): string {
  const iso = new Date(mail.at).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}

function page(title: string, siteName: string, body: string): string {
  const name = escapeHtml(siteName)
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} · ${name}</title>` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><link rel="icon" href="/icons/icon.svg" type="image/svg+xml"></head>` +
    `<body><header><p><a href="${links.front()}">${name}</a></p></header><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  )
}
