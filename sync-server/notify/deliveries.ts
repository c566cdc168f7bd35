import type { Read } from '#shared/kernel/transaction.ts'
import type { Reached } from './audience.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { channelsFor } from '#shared/notifications/rules.ts'
import { digestAt, mailDueAt, pushDueAt } from './times.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** News that is older when it is found appears on the site and goes nowhere else. */
const freshMs = dayMs

interface When {
  readonly now: number
  /** Of what it is about. All times in ms since 1970. */
  readonly at: number
  /** No mail and no push before then. */
  readonly notBefore: number
  readonly hasMail: boolean
}

/** What one member has chosen to get of this news, and when. */
export async function deliveriesFor(read: Read, { userId, type, because, via }: Reached, { now, at, notBefore, hasMail }: When) {
  const settings = await settingsOf(read, userId)
  const { inApp, pace, email, push } = channelsFor(settings, type, via)
  const isFresh = now - at < freshMs
  const mailAt = isFresh && hasMail ? mailDueAt(email, settings, Math.max(now, notBefore)) : null
  const pushAt = isFresh && push ? pushDueAt(settings, Math.max(now, notBefore)) : null
  const inAppAt = inApp && pace !== undefined ? digestAt(pace, settings, now) : null
  const deliveries = [
    ...(inAppAt === null ? [] : [{ channel: 'here' as const, dueAt: inAppAt }]),
    ...(mailAt === null ? [] : [{ channel: 'email' as const, dueAt: mailAt }]),
    ...(pushAt === null ? [] : [{ channel: 'push' as const, dueAt: pushAt }]),
  ]
  return { userId, type, because, inApp, deliveries }
}
