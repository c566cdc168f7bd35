/** What is due goes to the browsers of whoever is still signed in there. */
import type { Log, Writer } from '#server/sync/writer.ts'
import type { ReadStore } from './audience.ts'
import type { PushOptions } from './push.ts'
import type { Delivery } from './tables.ts'
import { sessions } from '#shared/accounts/schema.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { mutedBy, withoutMuted } from '#shared/mutes/queries.ts'
import { recentOf, settingsOf } from '#shared/notifications/queries.ts'
import { notifications } from '#shared/notifications/schema.ts'
import { StoreFailure } from '#server/store/port.ts'
import { isLeaseLost } from '#server/sync/leases.ts'
import { runOperation } from '#server/sync/operations.ts'
import { sendPush } from './push.ts'
import { dueDeliveries } from './send-mails.ts'
import { stillWanted } from './still-wanted.ts'
import { notificationTextsOf } from './notification-texts.ts'
import { endDeliveries, notePushAnswers, pushDevicesOf, takeDeliveries } from './operations.ts'

export interface SendPushes {
  readonly store: ReadStore
  readonly writer: Pick<Writer, 'work'>
  readonly siteName: string
  readonly push: PushOptions
  readonly log: Log
}

const atOnce = 200

/**
 * So many members at a time: one whose push service is slow must not hold up everybody after them.
 */
const abreast = 20

export async function sendDuePushes(options: SendPushes, now: number): Promise<void> {
  const due = await options.store.read((read) => read.list(dueDeliveries('push', now, atOnce)))
  const byUser = [...Map.groupBy(due, ({ userId }) => userId)]
  for (let from = 0; from < byUser.length; from += abreast)
    await Promise.all(byUser.slice(from, from + abreast).map(([userId, own]) => sendTo(options, userId, own, now).catch(leaveOut(own))))

  /** What cannot be told to one must not keep it from the others. */
  function leaveOut(own: readonly Delivery[]): (error: unknown) => Promise<void> {
    return async (error) => {
      if (error instanceof StoreFailure || isLeaseLost(error)) throw error
      options.log(error, 'notify: one push was left out')
      await runOperation(options.writer, endDeliveries, { ids: own.map(({ id }) => id) })
    }
  }
}

/**
 * A message is tried once: it says what the site says too, and a late one is none. Ended before it
 * goes out, so that a crash never sends it twice.
 */
async function sendTo({ store, writer, siteName, push }: SendPushes, userId: string, own: readonly Delivery[], now: number): Promise<void> {
  const { devices, over, told, unread } = await store.read(async (read) => {
    const all = await read.list(pushDevicesOf(userId))
    const live = new Map(
      (await read.getMany(sessions, [...new Set(all.map(({ sessionId }) => sessionId))])).map((session) => [session.id, session]),
    )
    const isLive = (id: string): boolean => {
      const session = live.get(id)
      return session !== undefined && session.userId === userId && session.endedAt === null && session.expiresAt > now
    }
    const viewer = await viewerOfAccount(read, userId, now)
    const found = await read.getMany(
      notifications,
      own.map(({ notificationId }) => notificationId),
    )
    const settings = await settingsOf(read, userId)
    const { badge } = settings
    const recent = badge ? withoutMuted(await read.list(recentOf(userId)), await mutedBy(read, viewer)) : []
    return {
      devices: all.filter(({ sessionId }) => isLive(sessionId)),
      over: all.filter(({ sessionId }) => !isLive(sessionId)),
      told: viewer.kind === 'visitor' ? [] : await notificationTextsOf(read, viewer, await stillWanted(read, settings, found, 'push')),
      unread: badge ? recent.filter(({ viewedAt }) => viewedAt === null).length : null,
    }
  })
  const taken = await runOperation(writer, takeDeliveries, { ids: own.map(({ id }) => id) })
  if (taken.length === 0) return
  if (over.length > 0) await runOperation(writer, notePushAnswers, { answers: over.map(({ id }) => ({ id, answer: 'gone' as const })) })
  const answers = await Promise.all(
    devices.map(async (device) => {
      let answer: Awaited<ReturnType<typeof sendPush>> = 'taken'
      for (const { notification, sentence, text, path } of told.slice(0, 5)) {
        const body = device.showsText && text !== '' ? `${sentence}\n${text}`.slice(0, 600) : sentence
        answer = await sendPush(device, { title: siteName, body, path, tag: notification.id, unread }, push)
        if (answer !== 'taken') break
      }
      return { id: device.id, answer, failures: device.failures }
    }),
  )
  // What it took as always needs no turn of the writer.
  const noted = answers.filter(({ answer, failures }) => answer !== 'taken' || failures > 0)
  if (told.length > 0 && noted.length > 0)
    await runOperation(writer, notePushAnswers, { answers: noted.map(({ id, answer }) => ({ id, answer })) })
}
