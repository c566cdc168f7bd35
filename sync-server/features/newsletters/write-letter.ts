/**
 * A newsletter's mail, written right before it goes out: to the address as it is then, and only if
 * its reader still wants it and the essay is still public. No picture, address or link in it is the
 * reader's own but the one that ends it: nothing tells whether it was opened.
 */
import type { Mail } from '#server/mail/mailer.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { WaitingMail } from '#server/mail/waiting-mails.ts'
import type { SecretKeeper } from '#server/notify/secrets.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { NewsletterReader } from '#shared/newsletters/schema.ts'
import type { EssayText } from './essay-text.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import { isMailed } from '#shared/newsletters/rules.ts'
import { newsletterLimits, newsletterReaders, newsletters } from '#shared/newsletters/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { shortened } from '#shared/text/shorten.ts'
import { htmlOfText } from '#server/mail/mail-html.ts'
import { essayText } from './essay-text.ts'
import { signReader } from './tokens.ts'

interface LetterWriterOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly site: () => MailSite
  readonly secrets: SecretKeeper
}

/** The name of the key that signs the links. */
export const newsletterKey = 'newsletter'

export function letterWriter({ store, site, secrets }: LetterWriterOptions) {
  /** The essay that was written last: its readers come one after the other. */
  let last: { readonly revisionId: string; readonly text: EssayText } | null = null

  return async ({ letter }: Pick<WaitingMail, 'letter'>, now: number): Promise<Mail | null> => {
    if (letter === undefined) return null
    const key = await secrets.get(newsletterKey)
    const { readerId, postId } = letter
    const leave = `${site().origin}${links.leaveNewsletter(signReader(key, { readerId, what: 'leave', until: 0 }))}`
    const found = await store.read(async (read) => {
      const reader = await read.get(newsletterReaders, readerId)
      if (reader === undefined || reader.email === '') return null
      const author = (await memberCards(read, [reader.authorId])).get(reader.authorId) ?? unknownMember
      const newsletter = await read.get(newsletters, reader.authorId)
      const post = postId === null ? undefined : await read.get(posts, postId)
      const revision = await read.get(revisions, post?.revisionId ?? '')
      return { reader, author, newsletter, post, revision }
    })
    if (found === null) return null
    const { reader, author, newsletter, post, revision } = found
    if (postId === null) {
      if (newsletter?.isOn !== true) return null
      const until = now + newsletterLimits.pendingMs
      return asking(
        site(),
        reader,
        author.name,
        leave,
        `${site().origin}${links.confirmNewsletter(signReader(key, { readerId, what: 'confirm', until }))}`,
      )
    }
    if (reader.state !== 'confirmed' || post === undefined || revision === undefined || !isMailed(post, newsletter)) return null
    if (last?.revisionId !== revision.id) last = { revisionId: revision.id, text: await essayText(revision.body, site().origin) }
    const title = revision.title === '' ? 'Untitled' : revision.title
    const address = `${site().origin}${links.post(post)}`
    return {
      to: reader.email,
      subject: subjectOf(title),
      text: [
        `${title}\nby ${author.name}, on ${site().name}\n${address}`,
        last.text.markdown.trim(),
        `--`,
        `Discuss it: ${address}#comments`,
        `You get new essays by ${author.name} by mail because you confirmed it. Unsubscribe:\n${leave}`,
      ].join('\n\n'),
      html: essayHtml({
        title,
        author: author.name,
        site: site(),
        address,
        body: last.text.html,
        leave,
        lang: post.lang,
        dir: post.direction,
      }),
      unsubscribeUrl: leave,
    }
  }
}

function asking(site: MailSite, { email, state }: NewsletterReader, author: string, leave: string, confirm: string): Mail {
  const paragraphs =
    state === 'confirmed'
      ? [`You already get new essays by ${author} by mail.`, `Unsubscribe:\n${leave}`]
      : [
          `Someone, we hope you, asked for new essays by ${author} at this address. To get them by mail, open this page and press the button:\n${confirm}`,
          `The link expires in 7 days. If it wasn’t you, ignore this email: you get nothing, and the address is deleted.`,
        ]
  const text = `${[...paragraphs, `${site.name}\n${site.origin}`].join('\n\n')}\n`
  const subject = state === 'confirmed' ? `You already get essays by ${author}` : `Confirm: new essays by ${author} by mail`
  return { to: email, subject: subjectOf(subject), text, html: htmlOfText(text), unsubscribeUrl: leave }
}

interface EssayPage {
  readonly title: string
  readonly author: string
  readonly site: MailSite
  readonly address: string
  readonly body: string
  readonly leave: string
  readonly lang: string
  readonly dir: string
}

function essayHtml({ title, author, site, address, body, leave, lang, dir }: EssayPage): string {
  const link = (href: string, words: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`
  return [
    `<!doctype html><html lang="${escapeHtml(lang)}" dir="${escapeHtml(dir)}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">`,
    `<meta name="supported-color-schemes" content="light dark"><style>${styles}</style><title>${escapeHtml(title)}</title></head><body>`,
    `<h1>${link(address, title)}</h1><p class="why">${escapeHtml(author)}, ${link(site.origin, site.name)}</p>`,
    body,
    `<hr><p class="why">${link(`${address}#comments`, 'Discuss it')}</p>`,
    `<p class="why">You get new essays by ${escapeHtml(author)} by mail because you confirmed it. ${link(leave, 'Unsubscribe')}</p></body></html>`,
  ].join('\n')
}

const styles = [
  'body{font:17px/1.6 Georgia,serif;color:#23211d;background:#fdfcf9;max-width:36em;margin:1.5em auto;padding:0 1em;overflow-wrap:anywhere}',
  'h1{font-size:1.6em;line-height:1.25}h1 a{color:inherit;text-decoration:none}a{color:#1f6f54}img{max-width:100%;height:auto}pre{white-space:pre-wrap}',
  'blockquote{margin:1em 0;padding-left:1em;border-left:3px solid #ccc}.why{color:#5f5c54;font-size:14px}',
  '@media (prefers-color-scheme:dark){body{color:#e6e2d8;background:#171614}a{color:#74c5a3}blockquote{border-color:#555}.why{color:#a8a297}}',
].join('')

/** No control characters, and no longer than a mail server takes. */
const subjectOf = (text: string): string => shortened(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), 160)
