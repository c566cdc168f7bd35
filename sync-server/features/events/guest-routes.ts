/** What is said after a guest has answered, and the page behind the link in their mails. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Limits } from '#server/http/limits.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import { sendPlainPage } from '#server/mail/send-plain-page.ts'
import type { SecretKeeper } from '#server/notify/secrets.ts'
import { runOperation } from '#server/sync/operations.ts'
import type { Writer } from '#server/sync/writer.ts'
import { guestsBefore } from '#shared/events/guest-queries.ts'
import type { EventGuest } from '#shared/events/guest-schema.ts'
import { guestLimits } from '#shared/events/guest-limits.ts'
import { eventGuests, GuestAnswer } from '#shared/events/guest-schema.ts'
import { rsvpsBefore } from '#shared/events/queries.ts'
import { rsvpAnswers, rsvpWords } from '#shared/events/rsvp-words.ts'
import { hourMs } from '#shared/kernel/durations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { saveGuest, takeBackGuest, whyNoGuests } from './guest-operations.ts'
import { guestKey, readGuest } from './guest-tokens.ts'

export interface GuestRoutesOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly writer: Pick<Writer, 'work'>
  readonly secrets: SecretKeeper
  readonly site: () => MailSite
  readonly now: () => number
  readonly limits: Limits
}

const changesAnHour = 60

interface Found {
  readonly guest: EventGuest
  readonly post: Post
  /** Why the answer can't be changed; `null`: it can. */
  readonly refused: Reason | null
  readonly place: number
}

interface Typed {
  readonly name: string
  readonly answer: string
  readonly isPrivate: boolean
}

interface Mailed {
  Params: { token: string }
}

export function guestRoutes(app: FastifyInstance, options: GuestRoutesOptions): void {
  app.get(links.guestSent(), async (_request, reply) =>
    sendPlainPage(
      reply,
      options.site(),
      'Check your mail',
      '<p>A mail with a link is on its way to the address you entered. Open it and press the button: your RSVP counts from then on. If nothing arrives within a few minutes, look in your spam folder.</p>',
    ),
  )
  void app.register(async (scope) => mailedLink(scope, options))
}

/** Opening it does nothing, since scanners open every link of a mail: its buttons do. */
async function mailedLink(scope: FastifyInstance, { store, writer, secrets, site, now, limits }: GuestRoutesOptions): Promise<void> {
  const limit = limits('guest answers', changesAnHour, hourMs)
  scope.removeAllContentTypeParsers()
  const form = { bodyLimit: 8_000, parseAs: 'string' } as const
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    form,
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  )

  /** @throws AppError 'token-invalid' */
  const idIn = async (token: string): Promise<string> => {
    const guestId = readGuest(await secrets.get(guestKey), token)
    if (guestId === null) throw new AppError('token-invalid')
    return guestId
  }
  const found = (guestId: string): Promise<Found | null> =>
    store.read(async (read) => {
      const guest = await read.get(eventGuests, guestId)
      const post = guest === undefined ? undefined : await read.get(posts, guest.eventId)
      if (guest === undefined || post === undefined) return null
      const { eventId, status, at } = guest
      const before = async () =>
        (await read.count(guestsBefore(eventId, 'waiting', at, 1))) + (await read.count(rsvpsBefore(eventId, 'waiting', at, 1)))
      return { guest, post, refused: await whyNoGuests(read, eventId, now()), place: status === 'waiting' ? (await before()) + 1 : 0 }
    })
  const shown = async (reply: FastifyReply, token: string, guestId: string, before = '', typed?: Typed): Promise<FastifyReply> => {
    const here = await found(guestId)
    if (here === null) throw new AppError('token-invalid')
    const title = here.guest.status === 'pending' ? 'Confirm your RSVP' : 'Your RSVP'
    return sendPlainPage(reply, site(), title, `${before}${answerPage(here, links.guestAnswer(token), typed)}`)
  }

  scope.get<Mailed>('/rsvp/:token', async ({ params: { token } }, reply) => shown(reply, token, await idIn(token)))
  scope.post<Mailed>('/rsvp/:token', async ({ params: { token }, body }, reply) => {
    const guestId = await idIn(token)
    limit.spend(guestId, now())
    const given = body instanceof URLSearchParams ? body : new URLSearchParams()
    if (given.get('do') === 'takeBack') {
      await runOperation(writer, takeBackGuest, { guestId })
      return sendPlainPage(reply, site(), 'Your RSVP is removed', '<p>Nothing of it is kept, and neither is your address.</p>')
    }
    const typed = { name: given.get('name') ?? '', answer: given.get('answer') ?? '', isPrivate: given.has('isPrivate') }
    const parsed = GuestAnswer.safeParse(typed)
    if (!parsed.success) {
      const words = faults(parsed.error.issues)
      return shown(reply.code(400), token, guestId, alert(words), typed)
    }
    const refused = await runOperation(writer, saveGuest, { guestId, ...parsed.data })
    if (refused === 'gone') throw new AppError('token-invalid')
    if (refused !== null) return shown(reply.code(403), token, guestId, '', typed)
    return shown(reply, token, guestId, '<p role="status"><b>Your RSVP is saved.</b></p>')
  })
}

const alert = (words: string): string => `<p role="alert"><b>${escapeHtml(words)}</b></p>`

/** As the event's own form says it (`web/features/events/parts/guest-form.tsx`). */
const faults = (issues: readonly z.core.$ZodIssue[]): string =>
  issues.some(({ path }) => path[0] === 'name') ? `Enter a name of 1 to ${guestLimits.name} characters.` : 'Choose an RSVP.'

const whyNot: Partial<Readonly<Record<Reason, string>>> = {
  ...{ 'event-is-over': 'This event is over.', 'event-is-cancelled': 'This event was canceled.' },
  ...{ 'rsvps-are-off': 'The organizers don’t take RSVPs here.' },
}

function answerPage({ guest, post, refused, place }: Found, action: string, typed: Typed = guest): string {
  const title = escapeHtml(post.title === '' ? 'Untitled' : post.title)
  const about = refused === 'not-found' || refused === 'post-is-draft' ? title : `<a href="${escapeHtml(links.post(post))}">${title}</a>`
  const { status } = guest
  const isPending = status === 'pending'
  const stands = isPending
    ? 'Your RSVP doesn’t count yet.'
    : status === 'waiting'
      ? `You’re on the waiting list (place ${place}). You move up as places become free, and get a mail when you have one.`
      : `Your RSVP is “${rsvpWords[status]}”.`
  const takeBack = `<form method="post" action="${escapeHtml(action)}"><button class="quiet" name="do" value="takeBack">Remove my RSVP</button></form>`
  const head = `<p>Invitation to <b dir="auto">${about}</b></p><p>${stands}</p>`
  if (refused !== null)
    return `${head}${alert(`${whyNot[refused] ?? 'This event isn’t public right now.'} Your RSVP can’t be changed, but you can remove it.`)}${takeBack}`
  const choices = rsvpAnswers
    .map((one) => {
      const checked = typed.answer === one ? ' checked' : ''
      return `<label><input type="radio" name="answer" value="${one}"${checked} required> ${rsvpWords[one]}</label><br>`
    })
    .join('')
  const fields = [
    `<p><label for="name">Name</label><br><input id="name" name="name" value="${escapeHtml(typed.name)}" maxlength="${guestLimits.name}" autocomplete="name" required dir="auto"></p>`,
    `<fieldset><legend>Your RSVP</legend>${choices}</fieldset>`,
    `<p><label><input type="checkbox" name="isPrivate" value="true"${typed.isPrivate ? ' checked' : ''}> Only the organizers see my name</label></p>`,
    `<p><button>${isPending ? 'Confirm my RSVP' : 'Save changes'}</button></p>`,
  ].join('')
  const kept = '<p>The organizers see your name and email address. Everything is erased 30 days after the event.</p>'
  return `${head}<form method="post" action="${escapeHtml(action)}">${fields}</form>${takeBack}${kept}`
}
