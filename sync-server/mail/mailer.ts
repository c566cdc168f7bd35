/**
 * A mail, before it is put on any wire. Addresses are single mailboxes; nothing here may hold a
 * line break but the bodies.
 */
export interface Mail {
  /** The same for every try: by it a mail that came twice is known as one. */
  readonly id?: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** For mails that are not asked for one by one: a POST there ends them (RFC 8058). */
  readonly unsubscribeUrl?: string
  /** Where an answer to it goes; absent: nowhere. */
  readonly replyTo?: string
  /** What it says counts no longer than this time (ms since 1970); then it is not sent any more. */
  readonly expiresAt?: number
}

/** Takes mails to their way. */
export interface Mailer {
  /**
   * Resolves when somebody else has taken the mail. @throws MailRefused when no later try can help;
   * any other error may pass.
   */
  send(mail: Mail): Promise<void>
}

/** What is wrong: the recipient's address (it takes no mail), or something else. */
type RefusedFor = 'address' | 'other'

export class MailRefused extends Error {
  readonly refusedFor: RefusedFor

  constructor(message: string, cause?: unknown, refusedFor: RefusedFor = 'other') {
    super(message, { cause })
    this.name = 'MailRefused'
    this.refusedFor = refusedFor
  }
}

const unsafe = /[\u0000-\u001F\u007F\u0085\u2028\u2029]/u

/** @throws MailRefused for what could become a second header or a second recipient. */
export function requireOneMail(mail: Mail): void {
  const lines = { to: mail.to, subject: mail.subject, unsubscribeUrl: mail.unsubscribeUrl ?? '', replyTo: mail.replyTo ?? '' }
  for (const [name, line] of Object.entries(lines)) {
    if (unsafe.test(line)) throw new MailRefused(`control characters in ${name}`)
  }
  if (!/^[^\s<>,;:()[\]\\]+@[^\s<>,;:()[\]\\@"]+$/u.test(mail.to)) throw new MailRefused('not one mailbox')
  if (mail.subject.length > 200) throw new MailRefused('subject too long')
}
