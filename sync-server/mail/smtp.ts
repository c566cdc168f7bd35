import type { Transporter } from 'nodemailer'
import type { Mail, Mailer } from './mailer.ts'
import { requireOneMail, MailRefused } from './mailer.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
  readonly timeoutMs?: number
}

/**
 * Mails by SMTP. Over `smtp:` a server that offers STARTTLS is spoken to in TLS, and with a
 * password only so.
 */
export function smtpMailer({ url, from, timeoutMs = 20_000 }: SmtpOptions): Mailer & { close(): void } {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const options = {
    host: hostname.replace(/^\[|\]$/gu, ''),
    port: port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port),
    secure: protocol === 'smtps:',
    // A password is not sent in clear, unless the operator asks for it (a server on the same
    // machine).
    requireTLS: username !== '' && searchParams.get('tls') !== 'none',
    ignoreTLS: searchParams.get('tls') === 'none',
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing is ever read from a file or an address named in a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // With the first mail: it weighs several megabytes.
  const transport = async (): Promise<Transporter> => (await import('nodemailer')).createTransport(options)
  let opened: Promise<Transporter> | null = null
  return {
    async send(mail) {
      requireOneMail(mail)
      try {
        await (await (opened ??= transport())).sendMail(messageOf(mail, from))
      } catch (error) {
        throw isFinal(error) ? new MailRefused('the mail server refuses this mail', error, isOfAddress(error) ? 'address' : 'other') : error
      }
    },
    close: () => void opened?.then((open) => open.close()),
  }
}

function messageOf(mail: Mail, from: SmtpOptions['from']) {
  return {
    from,
    // As values, never as a line that is parsed again: a name or comma in it cannot become another
    // recipient.
    to: { name: '', address: mail.to },
    envelope: { from: from.address, to: [mail.to] },
    subject: mail.subject,
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    ...(mail.id === undefined ? {} : { messageId: `<${mail.id}@${from.address.split('@').at(-1) ?? 'localhost'}>` }),
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    headers: {
      // Out-of-office machines answer people, not sites (RFC 3834 §5).
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  }
}

/**
 * A reply of 5xx to the mail itself says that it will be refused again (RFC 5321 §4.2.1). A lost
 * connection, 4xx, or trouble with TLS and passwords says nothing about the mail.
 */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return typeof responseCode !== 'number' || responseCode >= 500
}

/**
 * A hard bounce: the reply to `RCPT TO` is 5xx, and not one of policy (RFC 3463, 5.7.x), which is
 * about us. A site that may not send at all would lose every reader otherwise.
 */
function isOfAddress(error: unknown): boolean {
  const { responseCode, command, response } = error as { responseCode?: unknown; command?: unknown; response?: unknown }
  const isOfPolicy = typeof response === 'string' && /\b5\.7\.\d+\b/u.test(response)
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500 && !isOfPolicy
}
