/**
 * Mails wait here, so that a slow or dead mail server never holds up a page. In memory: a restart loses what has not gone out yet, which
 * whoever asked for it can ask for again. A table of jobs takes its place when mails come that nobody asks for.
 */
import type { Mail, Mailer } from './mailer.ts'
import { MailRefused } from './mailer.ts'

export interface OutboxOptions {
  readonly mailer: Mailer
  /** Says what could not be sent, without the mail's text or secrets. */
  readonly onLost: (error: unknown, mail: Pick<Mail, 'to' | 'subject'>) => void
  /** Calls back after `ms`; answers how to call it off. */
  readonly after?: (ms: number, work: () => void) => () => void
  readonly most?: number
  readonly pausesMs?: readonly number[]
}

export interface Outbox {
  /** Never throws and never waits. */
  post(mail: Mail): void
  /** Resolves once nothing is under way; what waits for another try goes on waiting. */
  settled(): Promise<void>
  /** Calls off what waits. */
  close(): Promise<void>
}

export function createOutbox({
  mailer,
  onLost,
  after = later,
  most = 500,
  pausesMs = [10_000, 60_000, 600_000, 3_600_000],
}: OutboxOptions): Outbox {
  const queue: { readonly mail: Mail; readonly tries: number }[] = []
  const waiting = new Set<() => void>()
  let worker: Promise<void> | null = null
  let isClosed = false

  const enqueue = (mail: Mail, tries: number): void => {
    if (isClosed || queue.length + waiting.size >= most) return onLost(new MailRefused('the outbox is full or closed'), mail)
    queue.push({ mail, tries })
    worker ??= work().finally(() => {
      worker = null
    })
  }

  async function work(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await trySending(next.mail, next.tries)
  }

  async function trySending(mail: Mail, tries: number): Promise<void> {
    try {
      await mailer.send(mail)
    } catch (error) {
      const pause = pausesMs[tries]
      if (error instanceof MailRefused || pause === undefined || isClosed) return onLost(error, mail)
      const cancel = after(pause, () => {
        waiting.delete(cancel)
        enqueue(mail, tries + 1)
      })
      waiting.add(cancel)
    }
  }

  const settled = async (): Promise<void> => {
    while (worker !== null) await worker
  }

  return {
    post: (mail) => enqueue(mail, 0),
    settled,
    async close() {
      isClosed = true
      for (const cancel of waiting) cancel()
      waiting.clear()
      queue.length = 0
      await settled()
    },
  }
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}
