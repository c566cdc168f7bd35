import type { Mailer } from './mailer.ts'
import type { MailStore, Outbox } from './outbox.ts'
import type { DevInbox } from './dev-inbox.ts'
import { createDevInbox } from './dev-inbox.ts'
import { MailRefused } from './mailer.ts'
import { createOutbox } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

export interface MailOptions {
  readonly smtpUrl: string | null
  /** The server listens on loopback only. */
  readonly isLoopback: boolean
  readonly siteName: string
  /** SITE_URL; `null`: made from the address listened on. */
  readonly siteUrl: string | null
  readonly now: () => number
  /** Where mails wait until they have gone out. */
  readonly store: MailStore
  readonly warn: (about: Readonly<Record<string, unknown>>, message: string) => void
}

export interface MailService {
  readonly outbox: Outbox
  /** Set where mails are shown on a page: no mail server, and nobody else can reach this one. */
  readonly devInbox: DevInbox | null
  close(): Promise<void>
}

/**
 * By SMTP where there is a server; else the inbox page on loopback; else nowhere, which the log
 * says once.
 */
export function createMail(options: MailOptions): MailService {
  // These mails hold the keys to accounts.
  const devInbox = options.smtpUrl === null && isLoopbackOnly(options) ? createDevInbox(options) : null
  const smtp =
    options.smtpUrl === null
      ? null
      : smtpMailer({ url: options.smtpUrl, from: { name: options.siteName, address: senderOf(hostOf(options.siteUrl)) } })
  if (devInbox === null && smtp === null) {
    options.warn({}, 'SMTP_URL is not set: no mails are sent, so nobody can confirm an address or get a new password')
  }
  const outbox = createOutbox({
    mailer: smtp ?? devInbox ?? nowhere,
    store: options.store,
    now: options.now,
    // Not the text: it holds secrets.
    onLost: (error, { subject }) => options.warn({ err: error, subject }, 'a mail could not be sent'),
  })
  return {
    outbox,
    devInbox,
    async close() {
      await outbox.close()
      smtp?.close()
    },
  }
}

const nowhere: Mailer = {
  async send() {
    throw new MailRefused('no mail server is set up')
  },
}

function senderOf(host: string): string {
  return `noreply@${/^[\d.]+$|[[:]/u.test(host) ? 'localhost' : host}`
}

/**
 * Nobody but this machine can reach the site. Behind a proxy a server on loopback is public: then
 * SITE_URL says so.
 */
export function isLoopbackOnly(options: Pick<MailOptions, 'isLoopback' | 'siteUrl'>): boolean {
  return options.isLoopback && isLoopbackName(hostOf(options.siteUrl))
}

function hostOf(siteUrl: string | null): string {
  return siteUrl === null ? 'localhost' : new URL(siteUrl).hostname
}

function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(host)
}
