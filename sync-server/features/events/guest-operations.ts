/**
 * What the writer does for guests of events. Each is done once however often it is asked: a mail's
 * place in the line and how far its mailing has come change in one transaction.
 */
import type { AnyOperation } from '#server/sync/operations.ts'
import type { WaitingMail } from '#server/mail/waiting-mails.ts'
import { firstWaiting, waitingMails } from '#server/mail/waiting-mails.ts'
import { defineOperation } from '#server/sync/operations.ts'
import { firstGuestAfter, guestsAfter, guestsOf, pendingGuestsBefore } from '#shared/events/guest-queries.ts'
import { deleteGuest, putGuest } from '#shared/events/guest-records.ts'
import type { GuestAnswer } from '#shared/events/guest-schema.ts'
import { guestLimits } from '#shared/events/guest-limits.ts'
import { eventGuests, guestMailings, guestsErasedAt } from '#shared/events/guest-schema.ts'
import { moveUp } from '#shared/events/move-up.ts'
import { canAnswerAsGuest } from '#shared/events/rules.ts'
import { events } from '#shared/events/schema.ts'
import { answerOf, statusOf } from '#shared/events/seats.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import { posts } from '#shared/posts/schema.ts'
import { isForGuest } from './write-guest-mail.ts'

/** A mail server may be away for so long. */
const retentionMs = 3 * dayMs
/** Those who wait for a mail about their account must not find the line full of these. */
const maxInLine = 1_000
export const guestMailsAtOnce = 50
const piece = 200

function mailRow(id: string, guest: NonNullable<WaitingMail['guest']>, now: number): WaitingMail {
  const words = { to: '', subject: '', text: '', html: null, unsubscribeUrl: null }
  return { id, ...words, guest, addedAt: now, tries: 0, dueAt: now, expiresAt: now + retentionMs }
}

/** Why nobody without an account can answer now; `null`: they can. */
export async function whyNoGuests(read: Read, eventId: string, now: number): Promise<Reason | null> {
  const [post, event] = [await read.get(posts, eventId), await read.get(events, eventId)]
  if (post === undefined || event === undefined) return 'not-found'
  const may = canAnswerAsGuest(post, event, now)
  return may.allowed ? null : may.reason
}

/** Too many wait for their mailed link to be used, or have answered. */
export async function isFullOfGuests(read: Read, eventId: string): Promise<boolean> {
  if ((await read.count(guestsOf(eventId, 'pending', 1))) >= guestLimits.pending) return true
  return (await read.count(guestsAfter(eventId, '', 1))) >= guestLimits.guests
}

interface AskGuest extends GuestAnswer {
  readonly guestId: string
  readonly eventId: string
  readonly email: string
  readonly mailId: string
}

/**
 * Keeps what was typed for whose link confirms it, and puts that mail in line. What was confirmed
 * stays as it is: anybody may type an address. @returns whether there is a mail.
 */
export const askGuest = defineOperation(
  'guests.ask',
  async ({ tx, now }, { guestId, eventId, email, mailId, name, answer, isPrivate }: AskGuest): Promise<boolean> => {
    if ((await whyNoGuests(tx, eventId, now)) !== null) return false
    const before = await tx.get(eventGuests, guestId)
    if (before === undefined && (await isFullOfGuests(tx, eventId))) return false
    if (before === undefined || before.status === 'pending')
      await tx.put(eventGuests, { id: guestId, eventId, email, name, answer, isPrivate, status: 'pending', at: now })
    await tx.put(waitingMails, mailRow(mailId, { guestId, what: 'link' }, now))
    return true
  },
)

/** Confirms an answer, or changes it. @returns why not; `gone`: there is none any more. */
export const saveGuest = defineOperation(
  'guests.save',
  async (
    { tx, now },
    { guestId, name, answer, isPrivate }: GuestAnswer & { readonly guestId: string },
  ): Promise<Reason | 'gone' | null> => {
    const before = await tx.get(eventGuests, guestId)
    if (before === undefined) return 'gone'
    const refused = await whyNoGuests(tx, before.eventId, now)
    const event = await tx.get(events, before.eventId)
    if (refused !== null || event === undefined) return refused
    // Who waits and says it again keeps their place.
    const isSame = before.status !== 'pending' && answerOf(before.status) === answer
    const stands = isSame ? { status: before.status, at: before.at } : { status: await statusOf(tx, event, answer), at: now }
    await putGuest(tx, { ...before, name, answer, isPrivate, ...stands })
    await moveUp(tx, before.eventId, now)
    return null
  },
)

/** At any time; nothing of it is left. */
export const takeBackGuest = defineOperation(
  'guests.takeBack',
  async ({ tx, now }, { guestId }: { readonly guestId: string }): Promise<void> => {
    const guest = await tx.get(eventGuests, guestId)
    if (guest === undefined) return
    await deleteGuest(tx, guest)
    await moveUp(tx, guest.eventId, now)
  },
)

interface PutInLine {
  readonly mailingId: string
  /** For the mails; as many guests as these come next. */
  readonly mailIds: readonly string[]
}

/** Goes on with a mailing. @returns `more`: there may be; `later`: the line is full. */
export const putGuestsInLine = defineOperation(
  'guests.putInLine',
  async ({ tx, now }, { mailingId, mailIds }: PutInLine): Promise<'more' | 'later' | 'done'> => {
    const mailing = await tx.get(guestMailings, mailingId)
    if (mailing === undefined) return 'done'
    if ((await tx.count(firstWaiting(maxInLine))) >= maxInLine) return 'later'
    const { kind, eventId, guestId, upTo } = mailing
    const one = guestId === null ? undefined : await tx.get(eventGuests, guestId)
    const next = guestId === null ? await tx.list(guestsAfter(eventId, upTo, mailIds.length)) : one === undefined ? [] : [one]
    for (const [n, guest] of next.entries())
      if (isForGuest(kind, guest.status)) await tx.put(waitingMails, mailRow(mailIds[n] ?? '', { guestId: guest.id, what: kind }, now))
    if (guestId === null && next.length === mailIds.length) {
      await tx.put(guestMailings, { ...mailing, upTo: next.at(-1)?.id ?? upTo })
      return 'more'
    }
    await tx.delete(guestMailings, mailingId)
    return 'done'
  },
)

/** What was never confirmed goes. @returns whether there may be more. */
export const prunePendingGuests = defineOperation('guests.prune', async ({ tx, now }): Promise<boolean> => {
  const old = await tx.list(pendingGuestsBefore(now - guestLimits.pendingMs, piece))
  for (const { id } of old) await tx.delete(eventGuests, id)
  return old.length === piece
})

/**
 * Erases guests of the first event after `after` that has any, if it has been over for long enough,
 * or is there no more. How many they were stays with the event. @returns where to go on; `null`:
 * there are no more.
 */
export const eraseGuests = defineOperation(
  'guests.erase',
  async ({ tx, now }, { after }: { readonly after: string }): Promise<string | null> => {
    const [first] = await tx.list(firstGuestAfter(after))
    if (first === undefined) return null
    const { eventId } = first
    const event = await tx.get(events, eventId)
    if (event !== undefined && guestsErasedAt(event) > now) return eventId
    const gone = await tx.list(guestsAfter(eventId, '', piece))
    for (const { id } of gone) await tx.delete(eventGuests, id)
    return gone.length === piece ? after : eventId
  },
)

export const guestOperations: readonly AnyOperation[] = [
  ...[askGuest, saveGuest, takeBackGuest, putGuestsInLine, prunePendingGuests, eraseGuests],
]
