import type { FeedbackMessage } from '#shared/reports/schema.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { htmlOfText } from '#server/mail/mail-html.ts'

/** To whoever wrote feedback; quotes what they wrote, so that it can be understood weeks later. */
export function feedbackAnswerMail(site: MailSite, { name, email, message, at }: FeedbackMessage, answer: string): Mail {
  const day = new Date(at).toISOString().slice(0, 10)
  const paragraphs = [
    name === '' ? 'Hi,' : `Hi ${name},`,
    answer,
    `On ${day} you wrote to us:`,
    quoted(message),
    'Replies to this address aren’t read. To write back, use the site’s feedback button.',
    `${site.name}\n${site.origin}`,
  ]
  const text = `${paragraphs.join('\n\n')}\n`
  return { to: email, subject: `${site.name}: reply to your feedback`, text, html: htmlOfText(text) }
}

const maxQuoted = 2_000

function quoted(message: string): string {
  const shown = message.length <= maxQuoted ? message : `${message.slice(0, maxQuoted)} …`
  return shown
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}
