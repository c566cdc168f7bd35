/**
 * A mail to a guest of an event, written right before it goes out: to the address as it is then,
 * and only if it is still true.
 */
import type { Mail } from '#server/mail/mailer.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { WaitingMail } from '#server/mail/waiting-mails.ts'
import { htmlOfText } from '#server/mail/mail-html.ts'
import type { SecretKeeper } from '#server/notify/secrets.ts'
import type { EventGuest, GuestStatus } from '#shared/events/guest-schema.ts'
import { eventGuests } from '#shared/events/guest-schema.ts'
import type { EventNews } from '#shared/events/news-schema.ts'
import { canAnswerAsGuest, isListedEvent, isOver } from '#shared/events/rules.ts'
import { rsvpWords } from '#shared/events/rsvp-words.ts'
import type { Event } from '#shared/events/schema.ts'
import { events } from '#shared/events/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { shortened } from '#shared/text/shorten.ts'
import { guestKey, signGuest } from './guest-tokens.ts'

interface GuestMailOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly site: () => MailSite
  readonly secrets: SecretKeeper
}

type Kind = EventNews['kind']

/** Who hears what: as members do (`news.ts`). */
export function isForGuest(kind: Kind, status: GuestStatus): boolean {
  if (kind === 'place') return status === 'going'
  return status === 'going' || status === 'maybe' || (kind !== 'reminder' && status === 'waiting')
}

/** That an event takes place, or doesn't, is said only while it is so. */
function isTrue(kind: Kind, event: Event, now: number): boolean {
  if (kind === 'canceled') return event.isCancelled
  if (event.isCancelled || isOver(event, now)) return false
  return kind !== 'reminder' || (event.startAt !== null && event.startAt > now)
}

export function guestMailWriter({ store, site, secrets }: GuestMailOptions) {
  return async ({ guest: about }: Pick<WaitingMail, 'guest'>, now: number): Promise<Mail | null> => {
    if (about === undefined) return null
    const found = await store.read(async (read) => {
      const guest = await read.get(eventGuests, about.guestId)
      if (guest === undefined) return null
      const [post, event] = [await read.get(posts, guest.eventId), await read.get(events, guest.eventId)]
      return post === undefined || event === undefined ? null : { guest, post, event }
    })
    if (found === null) return null
    const { guest, post, event } = found
    const link = `${site().origin}${links.guestAnswer(signGuest(await secrets.get(guestKey), about.guestId))}`
    const title = post.title === '' ? 'Untitled' : post.title
    if (about.what === 'link') return canAnswerAsGuest(post, event, now).allowed ? linkMail(site(), guest, title, link) : null
    if (!isForGuest(about.what, guest.status) || !isListedEvent(post) || !isTrue(about.what, event, now)) return null
    const { subject, sentence } = newsWords[about.what](title)
    return mailOf(site(), guest, subject, [
      sentence,
      ...factsOf(site(), post, event),
      `Your RSVP is “${rsvpWords[guest.status === 'pending' ? guest.answer : guest.status]}”. To change or remove your RSVP:\n${link}`,
    ])
  }
}

/** Nothing that was typed stands in it: somebody else may have typed the address. */
function linkMail(site: MailSite, guest: EventGuest, title: string, link: string): Mail {
  if (guest.status !== 'pending')
    return mailOf(site, guest, `Your RSVP: ${title}`, [
      `You’ve already RSVP’d to “${title}”.`,
      `To see, change or remove your RSVP, open this page:\n${link}`,
      'If you didn’t ask for this email, ignore it: nothing was changed.',
    ])
  return mailOf(site, guest, `Confirm your RSVP: ${title}`, [
    `Someone, we hope you, RSVP’d to “${title}” with this address. To confirm the RSVP, open this page and press the button:\n${link}`,
    'Your RSVP doesn’t count before that. You can change or remove it later by the same link, so keep this email.',
    'If it wasn’t you, ignore this email: the address is deleted after 48 hours.',
  ])
}

const newsWords: Readonly<Record<Kind, (title: string) => { readonly subject: string; readonly sentence: string }>> = {
  changed: (title) => ({ subject: `Changed: ${title}`, sentence: `When or where “${title}” takes place has changed.` }),
  canceled: (title) => ({ subject: `Canceled: ${title}`, sentence: `“${title}” was canceled.` }),
  restored: (title) => ({
    subject: `Takes place after all: ${title}`,
    sentence: `“${title}” takes place after all: check when and where.`,
  }),
  reminder: (title) => ({ subject: `Reminder: ${title}`, sentence: `“${title}” starts within 24 hours.` }),
  place: (title) => ({ subject: `You have a place: ${title}`, sentence: `A place became free: you’re going to “${title}”.` }),
}

function factsOf(site: MailSite, post: Post, { starts, ends, zone, location, joinUrl }: Event): readonly string[] {
  const time = (wall: string): string => wall.replace('T', ' ')
  const when = starts === '' ? 'to be announced' : `${time(starts)}${ends === '' ? '' : ` to ${time(ends)}`} (${zone})`
  const where = location === '' ? 'Online' : location
  return [
    [`When: ${when}`, `Where: ${where}`, ...(joinUrl === null ? [] : [`Link: ${joinUrl}`])].join('\n'),
    `${site.origin}${links.post(post)}`,
  ]
}

function mailOf(site: MailSite, { email }: EventGuest, subject: string, paragraphs: readonly string[]): Mail {
  const text = `${[...paragraphs, `${site.name}\n${site.origin}`].join('\n\n')}\n`
  return { to: email, subject: subjectOf(subject), text, html: htmlOfText(text) }
}

/** No control characters, and no longer than a mail server takes. */
const subjectOf = (text: string): string => shortened(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), 160)
