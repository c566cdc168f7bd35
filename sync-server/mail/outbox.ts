/**
 * Mails wait in the store, so that a slow or dead mail server never holds up a page and a crash
 * loses none. One goes out at a time, what is due first first; what fails is tried again after
 * growing pauses, what is refused for good is given up and said. Several failures one after the
 * other are the mail server's, and no mail's: then one is tried a minute until it takes one, and
 * within an hour all that wait have gone. Of several nodes the one that has claimed a mail sends
 * it; the claim passes, so that a node which dies with it keeps nobody waiting for long. A mail is
 * done once the mail server has taken it and that is stored: killed in between it goes out again
 * under the same Message-ID.
 */
import type { Mail, Mailer } from './mailer.ts'
import type { WaitingMail } from './waiting-mails.ts'
import { MailRefused } from './mailer.ts'
import { minuteMs } from '#shared/kernel/durations.ts'

/** Where mails wait; `sync-server/notify/mail-operations.ts` keeps them in the site's store. */
export interface MailStore {
  add(mail: Mail): Promise<'added' | 'full'>
  /** The one that is due first, due or not. */
  first(): Promise<WaitingMail | undefined>
  /**
   * To be sent here and nowhere else, for a while. @returns `false`: another node was quicker, or
   * it has gone.
   */
  claim(mail: Pick<WaitingMail, 'id' | 'dueAt'>): Promise<boolean>
  done(id: string): Promise<void>
  /** It never goes out: its address takes no mail, or something else is wrong with it. */
  refused(id: string, refusedFor: MailRefused['refusedFor']): Promise<void>
  tryAgain(id: string, dueAt: number): Promise<void>
}

export interface OutboxOptions {
  readonly mailer: Mailer
  readonly store: MailStore
  readonly now: () => number
  /** Says what could not be sent, without the mail's text or secrets. */
  readonly onLost: (error: unknown, mail: Pick<Mail, 'to' | 'subject'>) => void
  /** Calls back after `ms`; answers how to call it off. */
  readonly after?: (ms: number, work: () => void) => () => void
  readonly pausesMs?: readonly number[]
}

export interface Outbox {
  /** Never throws and never waits. */
  post(mail: Mail): void
  /** Mails may have been added to the store by others. */
  look(): void
  /** The mail server takes nothing at present: who can wait adds nothing. */
  isAway(): boolean
  /**
   * Resolves once all that was posted is stored and nothing is under way; what waits for another
   * try goes on waiting.
   */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * Two days in all: a mail server may be away for a night. Never more than an hour: it may be back.
 */
const pauses = [10_000, minuteMs, 10 * minuteMs, ...Array<number>(48).fill(60 * minuteMs)]
/** So many failures, and the next mail would only be one more. */
const maxFailures = 3
/** Looked at by itself now and then, whatever was missed. */
const longestPauseMs = minuteMs

export function createOutbox({ mailer, store, now, onLost, after = later, pausesMs = pauses }: OutboxOptions): Outbox {
  const adding = new Set<Promise<void>>()
  let worker: Promise<void> | null = null
  let isAsked = false
  /** One after the other, whatever the mail. */
  let failures = 0
  let callOff = (): void => {}
  let isClosed = false

  const isAway = (): boolean => failures >= maxFailures

  const look = (): void => {
    isAsked = true
    if (isClosed) return
    callOff()
    worker ??= work()
      .catch((error: unknown) => {
        onLost(error, { to: '', subject: 'the store of mails' })
        wait(longestPauseMs)
      })
      .finally(() => {
        worker = null
        if (isAsked) look()
      })
  }

  const wait = (ms: number): void => {
    callOff()
    if (!isClosed) callOff = after(Math.max(1, Math.min(ms, longestPauseMs)), look)
  }

  async function work(): Promise<void> {
    isAsked = false
    for (let first = await store.first(); first !== undefined && !isClosed; first = await store.first()) {
      if (first.dueAt > now()) return wait(first.dueAt - now())
      if (!(await store.claim(first))) continue
      await trySending(first)
      if (isAway()) return wait(longestPauseMs)
    }
    // Nothing is left by which its return would be noticed.
    failures = 0
    // What another node was to send, and did not.
    wait(longestPauseMs)
  }

  async function trySending(waiting: WaitingMail): Promise<void> {
    try {
      if (waiting.expiresAt <= now()) throw new MailRefused('it came too late')
      await mailer.send(mailOf(waiting))
      failures = 0
    } catch (error) {
      const pause = pausesMs[waiting.tries]
      const isRefused = error instanceof MailRefused
      if (!isRefused) failures += 1
      // Not later than it counts: then it goes, and the secrets in it.
      if (!isRefused && pause !== undefined) return store.tryAgain(waiting.id, Math.min(now() + pause, waiting.expiresAt))
      onLost(error, waiting)
      if (isRefused) return store.refused(waiting.id, error.refusedFor)
    }
    await store.done(waiting.id)
  }

  look()
  return {
    post(mail) {
      if (isClosed) return onLost(new MailRefused('the outbox is closed'), mail)
      const job: Promise<void> = store
        .add(mail)
        .then(
          (answer) => (answer === 'added' ? look() : onLost(new MailRefused('the outbox is full'), mail)),
          (error: unknown) => onLost(error, mail),
        )
        .finally(() => adding.delete(job))
      adding.add(job)
    },
    look,
    isAway,
    async settled() {
      while (adding.size > 0 || worker !== null) {
        await Promise.all(adding)
        await worker
      }
    },
    async close() {
      isClosed = true
      callOff()
      await Promise.all(adding)
      await worker
    },
  }
}

function mailOf({ id, to, subject, text, html, unsubscribeUrl, replyTo }: WaitingMail): Mail {
  return {
    ...{ id, to, subject, text },
    ...(html === null ? {} : { html }),
    ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }),
    ...(replyTo === undefined ? {} : { replyTo }),
  }
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}
