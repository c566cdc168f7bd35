/**
 * One mail of one or many notifications: text and HTML with the same words, no picture, nothing
 * that tells whether it was opened.
 */
import type { Mail } from '#server/mail/mailer.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { NoticeTypeName } from '#shared/notifications/types.ts'
import type { NotificationText } from './notification-texts.ts'
import { answerMark } from '#server/mail/answer-text.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { links } from '#shared/links.ts'
import { shortened } from '#shared/text/shorten.ts'

interface NoticeMail {
  readonly to: string
  /** Display name. */
  readonly name: string
  readonly told: readonly NotificationText[]
  /** Path of the page, and of the one-click POST, that ends mails of these types, or all. */
  readonly unsubscribe: (types: 'all' | readonly NoticeTypeName[]) => string
  /** The address that answers in a conversation; `null` or absent: no mail is answered. */
  readonly replyTo?: (conversationId: string) => string | null
}

const maxShown = 40

export function noticeMail(site: MailSite, { to, name, told, unsubscribe, replyTo = () => null }: NoticeMail): Mail {
  const [first] = told
  const subject =
    told.length === 1 && first !== undefined ? `${site.name}: ${first.sentence}` : `${told.length} new notifications on ${site.name}`
  const shown = told.slice(0, maxShown)
  const types = [...new Set(told.map(({ notification }) => notification.type))]
  const endThese = `${site.origin}${unsubscribe(types)}`
  const endAll = `${site.origin}${unsubscribe('all')}`
  // Of one kind of news alone: its own row.
  const [onlyType, ...otherTypes] = types
  const isOneSetting = onlyType !== undefined && otherTypes.length === 0
  const settings = `${site.origin}${isOneSetting ? links.setting(onlyType) : links.notices({ tab: 'settings' })}`
  const more = told.length - shown.length
  const replies = told.map(({ notification: { subject: about } }) => (about?.kind === 'conversation' ? replyTo(about.id) : null))
  // Pressing “Reply” answers what the whole mail is about, or nothing. In a mail about several
  // conversations, or with other news, each has an address of its own.
  const only = new Set(replies).size === 1 ? (replies[0] ?? null) : null
  const answers = (at: number): string => (only === null ? (replies[at] ?? '') : '')
  const text = [
    ...(only === null ? [] : [`--- ${answerMark} ---`]),
    `Hi ${name},`,
    ...shown.map((one, at) =>
      [
        ...[one.sentence, quoted(one.text), `${site.origin}${one.path}`],
        answers(at) && `Answer by email: ${answers(at)}`,
        `You’re getting this because ${one.reason}.`,
      ]
        .filter(Boolean)
        .join('\n'),
    ),
    ...(more > 0 ? [`… and ${more} more: ${site.origin}${links.notices()}`] : []),
    `Notification settings:\n${settings}`,
    `Unsubscribe from these emails:\n${endThese}`,
    `Unsubscribe from all except account emails:\n${endAll}`,
    `${site.name}\n${site.origin}`,
  ].join('\n\n')
  const link = (href: string, words: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<style>${styles}</style><title>${escapeHtml(subject)}</title></head><body dir="auto">`,
    ...(only === null ? [] : [`<p class="why">--- ${answerMark} ---</p>`]),
    `<p>Hi ${escapeHtml(name)},</p>`,
    ...shown.map(
      (one, at) =>
        `<div class="one"><p class="what">${link(`${site.origin}${one.path}`, one.sentence)}</p>` +
        (one.text === '' ? '' : `<blockquote dir="auto">${escapeHtml(one.text).replaceAll('\n', '<br>')}</blockquote>`) +
        (answers(at) === '' ? '' : `<p class="why">${link(`mailto:${answers(at)}`, 'Answer by email')}</p>`) +
        `<p class="why">You’re getting this because ${escapeHtml(one.reason)}.</p></div>`,
    ),
    ...(more > 0 ? [`<p>${link(`${site.origin}${links.notices()}`, `… and ${more} more`)}</p>`] : []),
    `<hr><p class="why">${link(settings, 'Notification settings')} · ${link(endThese, 'Unsubscribe from these emails')} · ${link(endAll, 'Unsubscribe from all except account emails')}</p>`,
    `<p class="why">${link(site.origin, site.name)}</p></body></html>`,
  ].join('\n')
  return { to, subject: oneLine(subject), text: `${text}\n`, html, unsubscribeUrl: endThese, ...(only !== null && { replyTo: only }) }
}

const styles = [
  'body{font:16px/1.5 Georgia,serif;color:#222;background:#fff;max-width:36em;margin:1.5em auto;padding:0 1em;overflow-wrap:anywhere}',
  'a{color:#1f5c46}blockquote{margin:.5em 0;padding-left:1em;border-left:3px solid #ccc}',
  '.one{margin:1.5em 0}.what{font-weight:bold;margin:0}.why{color:#666;font-size:14px;margin:.3em 0}',
  '@media (prefers-color-scheme:dark){body{color:#ddd;background:#181818}a{color:#8fc7ae}blockquote{border-color:#555}.why{color:#999}}',
].join('')

function quoted(text: string): string {
  return text === '' ? '' : `> ${text.replaceAll('\n', '\n> ')}`
}

/** A subject holds no control characters and is not longer than a mail server takes. */
function oneLine(text: string): string {
  return shortened(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), 160)
}
