/**
 * Telling, as one thing: notifications follow the journal; what is due of them goes out by mail and
 * push, or comes into sight here; what is old goes.
 */
import type { MailSite } from '#server/mail/account-mails.ts'
import type { Store } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { NewsSource } from './define-news.ts'
import type { VapidKeys } from './push.ts'
import type { SecretKeeper } from './secrets.ts'
import { isLeaseLost } from '#server/sync/leases.ts'
import { runOperation } from '#server/sync/operations.ts'
import { startNotificationDispatcher } from './notification-dispatcher.ts'
import { notifyDueKarma } from './karma.ts'
import { makeVapidKeys } from './push.ts'
import { dueDeliveries, sendDueMails } from './send-mails.ts'
import { sendDuePushes } from './send-pushes.ts'
import { showDueNotices } from './show-notices.ts'
import { pruneNotices } from './operations.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface NotifierOptions {
  readonly store: Store
  readonly writer: Writer
  readonly secrets: SecretKeeper
  readonly site: () => MailSite
  /** VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY; `null`: the site's own, made once. */
  readonly vapid: VapidKeys | null
  /** `mailto:` or `https:`. */
  readonly pushSubject: string
  readonly now: () => number
  readonly hasMail: boolean
  readonly news: readonly NewsSource[]
  /** Mails have been added to the store. */
  readonly lookForMails: () => void
  /** No mail goes out at present: none is put in line. */
  readonly isMailAway: () => boolean
  readonly log: (error: unknown, about: string) => void
  readonly allowsLoopbackPush?: boolean
}

export interface Notifier {
  /** Everything committed so far has been told, and what is due has gone out; for tests. */
  settled(): Promise<void>
  close(): Promise<void>
}

const turnMs = 15_000
const pruneMs = hourMs
/** What has just been told waits this long for more; then it is looked at. */
const soonMs = 500

/** The keys by which push services know this site. */
export async function vapidKeys({ secrets, vapid }: Pick<NotifierOptions, 'secrets' | 'vapid'>): Promise<VapidKeys> {
  if (vapid !== null) return vapid
  const stored = await secrets.get('vapid', async () => JSON.stringify(await makeVapidKeys()))
  // Written by the very line above, once.
  return JSON.parse(stored) as VapidKeys
}

export function startNotifier(options: NotifierOptions): Notifier {
  const { store, writer, site, now, log } = options
  let isClosed = false
  let soon: NodeJS.Timeout | undefined
  let prunedAt = 0

  const mails = turns(async () => {
    if (!options.isMailAway() && (await sendDueMails({ store, writer, log }, now()))) options.lookForMails()
    if (now() - prunedAt < pruneMs) return
    prunedAt = now()
    while (!isClosed && (await runOperation(writer, pruneNotices, null)));
  })
  const pushes = turns(async () => {
    const { allowsLoopbackPush: allowsLoopback = false, pushSubject: subject } = options
    if ((await store.read((read) => read.list(dueDeliveries('push', now(), 1)))).length === 0) return
    const push = { keys: await vapidKeys(options), subject, allowsLoopback }
    await sendDuePushes({ store, writer, siteName: site().name, push, log }, now())
  })
  const here = turns(async () => {
    await showDueNotices({ store, writer, log }, now())
    await notifyDueKarma({ store, writer, log }, now())
  })
  /**
   * One turn after the other; whoever asks meanwhile gets the next. Mails, pushes and the site
   * apart: a slow push service holds up no mail.
   */
  function turns(turn: () => Promise<void>): () => Promise<void> {
    let running: Promise<void> = Promise.resolve()
    let next: Promise<void> | null = null
    return () => {
      next ??= running = running
        .then(() => {
          next = null
          return isClosed ? undefined : turn()
        })
        .catch((error: unknown) => {
          // Another node tells by now.
          if (!isLeaseLost(error)) log(error, 'notify: what was due did not go out; it is tried again')
        })
      return next
    }
  }
  const look = async (): Promise<void> => {
    await Promise.all([mails(), pushes(), here()])
  }
  const notificationDispatcher = startNotificationDispatcher({
    store,
    writer,
    now,
    hasMail: options.hasMail,
    news: options.news,
    log,
    onNotified() {
      soon ??= setTimeout(() => {
        soon = undefined
        void look()
      }, soonMs).unref()
    },
  })
  const timer = setInterval(() => void look(), turnMs).unref()
  return {
    async settled() {
      await notificationDispatcher.caughtUp()
      await look()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(soon)
      await notificationDispatcher.stop()
      await look()
    },
  }
}
