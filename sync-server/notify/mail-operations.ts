/** Mails that wait, kept in the site's store (sync-server/mail/ knows none). */
import type { Mail, MailRefused } from '#server/mail/mailer.ts'
import type { MailStore } from '#server/mail/outbox.ts'
import type { WaitingMail } from '#server/mail/waiting-mails.ts'
import type { AnyOperation, OperationContext } from '#server/sync/operations.ts'
import type { Log, Writer } from '#server/sync/writer.ts'
import { claimsOf, credentialByEmail } from '#shared/accounts/credential-records.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { mailLooks } from '#shared/notifications/mail-look-schema.ts'
import { mailLooksOver, sentMailsUntil } from '#shared/notifications/sent-mail-queries.ts'
import { sentMails, sentMailsKeptMs } from '#shared/notifications/sent-mail-schema.ts'
import { noteLetter } from '#shared/newsletters/reader-records.ts'
import { requireOneMail } from '#server/mail/mailer.ts'
import { firstWaiting, waitingMails } from '#server/mail/waiting-mails.ts'
import { newId } from '#server/http/new-id.ts'
import { StoreFailure } from '#server/store/port.ts'
import { runOperation, defineOperation } from '#server/sync/operations.ts'
import type { ReadStore } from './audience.ts'
import { mailPauses } from './tables.ts'
import { deliveriesOf, dropDeliveries } from './operations.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'

/** A mail server that was away for so long has to be asked again by whoever wanted the mail. */
const retentionMs = 3 * dayMs
const maxWaiting = 50_000
/**
 * More are put in line as these go out: whoever waits for a mail about their account must not find
 * the line full of news.
 */
const maxOfNotices = 5_000
/** A mail that could not be written for a fault of ours. */
const leftForMs = hourMs
/** Between two mails of notifications to one member. */
const pauseMs = 5 * 60_000

interface AddMail {
  readonly id: string
  readonly mail: Mail
}

/** What somebody waits for goes before what is only news. */
const addMail = defineOperation('mail.add', async ({ tx, now }, { id, mail }: AddMail): Promise<'added' | 'full'> => {
  if ((await tx.count(firstWaiting(maxWaiting))) >= maxWaiting) return 'full'
  const { to, subject, text, html = null, unsubscribeUrl = null, expiresAt = now + retentionMs } = mail
  await tx.put(waitingMails, { id, to, subject, text, html, unsubscribeUrl, expiresAt, addedAt: now, tries: 0, dueAt: now - dayMs })
  return 'added'
})

interface QueueNotices {
  readonly mails: readonly { readonly id: string; readonly userId: string }[]
  /** What is due before that goes into them. */
  readonly until: number
}

/**
 * Puts mails of notifications in line and ends their deliveries: both or neither. What is due for
 * somebody whose mail still waits goes into that one. Nothing due any more: somebody else has done
 * it.
 */
export const queueNotices = defineOperation(
  'mail.notices',
  async ({ tx, now }, { mails, until }: QueueNotices): Promise<'queued' | 'full'> => {
    if ((await tx.count(firstWaiting(maxOfNotices))) >= maxOfNotices) return 'full'
    for (const { id, userId } of mails) {
      const due = (await tx.list(deliveriesOf(userId, until))).filter(({ channel }) => channel === 'email')
      if (due.length === 0) continue
      const ids = due.map(({ notificationId }) => notificationId)
      const pause = await tx.get(mailPauses, userId)
      const waiting = pause?.waitingId === undefined ? undefined : await tx.get(waitingMails, pause.waitingId)
      if (waiting?.notices === undefined) {
        await tx.put(waitingMails, noticesRow(id, { userId, ids }, now, now))
        await tx.put(mailPauses, { id: userId, lastAt: pause?.lastAt ?? 0, waitingId: id })
      } else await tx.put(waitingMails, { ...waiting, notices: { userId, ids: [...new Set([...waiting.notices.ids, ...ids])] } })
      await dropDeliveries(
        tx,
        due.map((delivery) => delivery.id),
        now,
      )
    }
    return 'queued'
  },
)

function noticesRow(id: string, notices: NonNullable<WaitingMail['notices']>, addedAt: number, dueAt: number): WaitingMail {
  const words = { to: '', subject: '', text: '', html: null, unsubscribeUrl: null }
  return { id, ...words, notices, addedAt, tries: 0, dueAt, expiresAt: dueAt + retentionMs }
}

interface EndMail {
  readonly id: string
  /** Of a mail of notifications: those that were written into it; `null`: it was given up. */
  readonly sentIds: readonly string[] | null
  /** For what was added to it after it had been written. */
  readonly nextId: string
  readonly refusedFor?: MailRefused['refusedFor'] | undefined
  /** Of a mail that was written when it went out. */
  readonly written?: Pick<Mail, 'to' | 'subject'> | undefined
}

/** To a member; what goes to other readers is nobody's history. */
async function noteSent({ tx, now }: OperationContext, mail: WaitingMail, { refusedFor, written }: Partial<EndMail>): Promise<void> {
  const { to, subject } = written ?? mail
  if (to === '' || mail.letter !== undefined || mail.guest !== undefined) return
  const userId = mail.notices?.userId ?? (await memberAt(tx, to))
  if (userId !== null) await tx.put(sentMails, { id: mail.id, userId, to, subject, at: now, refusedFor: refusedFor ?? null })
}

/** Who has proved the address, or is alone in claiming it. */
async function memberAt(read: Read, email: string): Promise<string | null> {
  const holder = await credentialByEmail(read, email)
  if (holder !== undefined) return holder.id
  const [only, ...others] = await claimsOf(read, email)
  return others.length === 0 ? (only?.id ?? null) : null
}

const endMail = defineOperation('mail.done', async (context, ended: EndMail): Promise<void> => {
  const { tx, now } = context
  const { id, sentIds, nextId, refusedFor } = ended
  const mail = await tx.get(waitingMails, id)
  if (mail !== undefined) await noteSent(context, mail, ended)
  await tx.delete(waitingMails, id)
  if (mail?.letter !== undefined) await noteLetter(tx, mail.letter.readerId, refusedFor ?? null, now)
  if (mail?.notices === undefined || sentIds === null) return
  const { userId } = mail.notices
  const rest = mail.notices.ids.filter((noticeId) => !sentIds.includes(noticeId))
  if (rest.length > 0) await tx.put(waitingMails, noticesRow(nextId, { userId, ids: rest }, mail.addedAt, now + pauseMs))
  await tx.put(mailPauses, { id: userId, lastAt: now, ...(rest.length > 0 && { waitingId: nextId }) })
})

interface DropNotices {
  readonly id: string
  /** The notifications of which there was nothing to say. */
  readonly ids: readonly string[]
}

/**
 * A mail of notifications that would say nothing goes; what has been added to it meanwhile stays in
 * line.
 */
const dropNotices = defineOperation('mail.drop', async ({ tx }, { id, ids }: DropNotices): Promise<void> => {
  const mail = await tx.get(waitingMails, id)
  const rest = mail?.notices?.ids.filter((noticeId) => !ids.includes(noticeId)) ?? []
  if (mail?.notices === undefined || rest.length === 0) return tx.delete(waitingMails, id)
  await tx.put(waitingMails, { ...mail, notices: { ...mail.notices, ids: rest } })
})

const postponeMail = defineOperation('mail.tryAgain', async ({ tx }, { id, dueAt }: { readonly id: string; readonly dueAt: number }) => {
  const mail = await tx.get(waitingMails, id)
  if (mail !== undefined) await tx.put(waitingMails, { ...mail, dueAt, tries: mail.tries + 1 })
})

/**
 * Longer than any mail server is waited for (mail/smtp.ts): whoever has claimed it has sent it by
 * then, or died.
 */
const claimMs = 90_000

const claimMail = defineOperation('mail.claim', async ({ tx, now }, { id, dueAt }: Pick<WaitingMail, 'id' | 'dueAt'>): Promise<boolean> => {
  const mail = await tx.get(waitingMails, id)
  if (mail?.dueAt !== dueAt) return false
  await tx.put(waitingMails, { ...mail, dueAt: now + claimMs })
  return true
})

const maxForgotten = 500

/**
 * Some of the records that are old enough, and looks at them that are over.
 * @returns whether there may be more.
 */
export const forgetSentMails = defineOperation('mail.forget', async ({ tx, now }, _none: null): Promise<boolean> => {
  const old = await tx.list(sentMailsUntil(now - sentMailsKeptMs, maxForgotten))
  for (const { id } of old) await tx.delete(sentMails, id)
  for (const { id } of await tx.list(mailLooksOver(now, maxForgotten))) await tx.delete(mailLooks, id)
  return old.length === maxForgotten
})

export const mailOperations: readonly AnyOperation[] = [
  addMail,
  claimMail,
  endMail,
  dropNotices,
  postponeMail,
  queueNotices,
  forgetSentMails,
]

/** `null`: there is nothing to say any more, or nobody to say it to. */
export type WriteMail = (waiting: Pick<WaitingMail, 'notices' | 'letter' | 'guest' | 'addedAt'>, now: number) => Promise<Mail | null>

const isWrittenLate = ({ notices, letter, guest }: WaitingMail): boolean => [notices, letter, guest].some((about) => about !== undefined)

interface MailStoreOptions {
  readonly store: ReadStore
  readonly writer: Pick<Writer, 'work'>
  readonly now: () => number
  readonly write: WriteMail
  readonly log: Log
}

export function mailStore({ store, writer, now, write, log }: MailStoreOptions): MailStore {
  const end = (id: string, refusedFor?: MailRefused['refusedFor']): Promise<void> =>
    runOperation(writer, endMail, {
      ...{ id, nextId: newId(now()), refusedFor },
      ...(written?.id === id ? { sentIds: written.ids, written: written.mail } : { sentIds: null }),
    })
  /** What the mail of notifications that was handed out last says: one goes out at a time. */
  let written: { readonly id: string; readonly ids: readonly string[]; readonly mail: Pick<Mail, 'to' | 'subject'> } | null = null

  /** `null`: it says nothing, and goes, or waits for our fault to be mended. */
  async function withWords(waiting: WaitingMail): Promise<WaitingMail | null> {
    const ids = waiting.notices?.ids ?? []
    try {
      const mail = await write(waiting, now())
      if (mail === null) {
        await runOperation(writer, dropNotices, { id: waiting.id, ids })
        return null
      }
      requireOneMail(mail)
      const { to, subject, text, html = null, unsubscribeUrl = null, replyTo } = mail
      written = { id: waiting.id, ids, mail: { to, subject } }
      return { ...waiting, to, subject, text, html, unsubscribeUrl, ...(replyTo !== undefined && { replyTo }) }
    } catch (error) {
      if (error instanceof StoreFailure) throw error
      log(error, 'mail: one could not be written, and is left for later')
      await runOperation(writer, postponeMail, { id: waiting.id, dueAt: now() + leftForMs })
      return null
    }
  }

  return {
    async add(mail) {
      // What can never be sent is not kept.
      requireOneMail(mail)
      return runOperation(writer, addMail, { id: newId(now()), mail })
    },
    async first() {
      for (;;) {
        const [waiting] = await store.read((read) => read.list(firstWaiting(1)))
        if (waiting === undefined || !isWrittenLate(waiting)) return waiting
        if (waiting.dueAt > now() || waiting.expiresAt <= now()) return waiting
        const whole = await withWords(waiting)
        if (whole !== null) return whole
      }
    },
    claim: ({ id, dueAt }) => runOperation(writer, claimMail, { id, dueAt }),
    done: (id) => end(id),
    refused: end,
    tryAgain: (id, dueAt) => runOperation(writer, postponeMail, { id, dueAt }),
  }
}
