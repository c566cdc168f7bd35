/**
 * What the writer does for telling. Each is small and sets a state: asked for a second time it
 * changes nothing.
 */
import type { Notification } from '#shared/notifications/schema.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { StoreTransaction } from '#server/store/port.ts'
import type { AnyOperation, OperationContext } from '#server/sync/operations.ts'
import type { Announcement, Delivery, PushDevice } from './tables.ts'
import { comments } from '#shared/comments/schema.ts'
import { isPublic } from '#shared/posts/rules.ts'
import { aboutPost, ofCause, recentOf, viewedBefore } from '#shared/notifications/queries.ts'
import { canSeeNotification } from '#shared/notifications/rules.ts'
import { notificationId, notifications } from '#shared/notifications/schema.ts'
import { mentionLimits } from '#shared/notifications/mentions.ts'
import { subjectRows } from '#shared/notifications/subjects.ts'
import { isOfDraft, noticeTypes } from '#shared/notifications/all-types.ts'
import { noticeLimits } from '#shared/notifications/types.ts'
import { hasMuted } from '#shared/mutes/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { waitingMails } from '#server/mail/waiting-mails.ts'
import { defineOperation } from '#server/sync/operations.ts'
import { subjectText } from './subject-text.ts'
import {
  announcements,
  channels,
  deliveries,
  deliveryId,
  mailPauses,
  mentionDays,
  mentionWriters,
  pushDevices,
  siteSecrets,
} from './tables.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface Announce {
  readonly cause: string
  readonly actorId: string | null
  /** Told of nothing, whatever they follow: whose mutation it is. */
  readonly except: readonly string[]
  readonly postId: string | null
  readonly commentId: string | null
  readonly subject?: Notification['subject']
  readonly at: number
  readonly invitedTo?: Notification['invitedTo']
  readonly outcome?: Notification['outcome']
  /** With these everybody has been told: remembered in the same turn. */
  readonly note?: Omit<Announcement, 'at'>
  readonly notices: readonly (Pick<Notification, 'userId' | 'type' | 'because'> & {
    readonly inApp: boolean
    readonly deliveries: readonly Pick<Delivery, 'channel' | 'dueAt'>[]
  })[]
}

/**
 * Tells some members of one cause: each once, only who may read it now, nobody who muted the
 * discussion or whose it is. @returns how many.
 */
export const announce = defineOperation('notify.announce', async (context, args: Announce): Promise<number> => {
  const { tx, viewerOf, now } = context
  if (args.note !== undefined) await tx.put(announcements, { ...args.note, at: now })
  const post = args.postId === null ? undefined : await tx.get(posts, args.postId)
  const comment = args.commentId === null ? undefined : await tx.get(comments, args.commentId)
  const said = args.subject === undefined ? undefined : await subjectText(tx, args.cause)
  const subject = await subjectRows(tx, args.subject)
  if (args.subject === undefined ? post === undefined : said === undefined) return 0
  if ((args.postId !== null && post === undefined) || (args.commentId !== null && comment === undefined)) return 0
  let told = 0
  for (const { userId, type, because, inApp, deliveries: wanted } of args.notices) {
    const id = notificationId(userId, args.cause)
    if (args.except.includes(userId) || (await tx.get(notifications, id)) !== undefined) continue
    const muted = post === undefined ? undefined : await tx.get(subscriptions, subscriptionId(userId, 'thread', post.id))
    if (muted?.state === 'on' && args.commentId !== null) continue
    // Of what somebody follows, what a muted member wrote comes through others too: by a tag, a
    // sequence, the moderators' choice.
    const writerId = args.commentId === null && because !== '' ? (post?.authorId ?? null) : null
    if ((await hasMuted(tx, userId, args.actorId)) || (await hasMuted(tx, userId, writerId))) continue
    const title = said?.title ?? (post !== undefined && isPublic(post) && !isOfDraft(type) ? post.title : '')
    const about = { userId, type, because, title, cause: args.cause, actorId: args.actorId, postId: args.postId, commentId: args.commentId }
    const place = !inApp ? 'unshown' : wanted.some(({ channel }) => channel === 'here') ? 'waiting' : 'recent'
    const more = {
      ...(args.invitedTo !== undefined && { invitedTo: args.invitedTo }),
      ...(args.outcome !== undefined && { outcome: args.outcome }),
      ...(args.subject !== undefined && { subject: args.subject }),
    }
    const times = { at: args.at, toldAt: now, viewedAt: null }
    const notification: Notification = { id, ...about, ...times, place, ...more }
    // A banned or deactivated account is a visitor here, and is told nothing.
    if (!canSeeNotification(await viewerOf(tx, userId, now), notification, { post, comment, subject })) continue
    if (type === 'newMention' && args.actorId !== null && !(await countMention(tx, args.actorId, now))) continue
    await tx.put(notifications, notification)
    for (const { channel, dueAt } of wanted)
      await tx.put(deliveries, { id: deliveryId(id, channel), userId, notificationId: id, channel, dueAt })
    if (place === 'recent') await letOldestLeaveDevices(tx, userId, now)
    told += 1
  }
  return told
})

/**
 * Editing a text again and again must not reach everybody. @returns whether one more mention by
 * this author is notified today.
 */
async function countMention(tx: StoreTransaction, actorId: string, now: number): Promise<boolean> {
  const day = Math.floor(now / dayMs)
  const id = `${actorId}:${day}`
  const count = (await tx.get(mentionDays, id))?.count ?? 0
  if (count >= mentionLimits.perDay) return false
  await tx.put(mentionDays, { id, day, count: count + 1 })
  return true
}

async function letOldestLeaveDevices(tx: StoreTransaction, userId: string, now: number): Promise<void> {
  if ((await tx.count(recentOf(userId, noticeLimits.maxOnDevices + 1))) <= noticeLimits.maxOnDevices) return
  const old = await tx.list({ ...recentOf(userId), offset: noticeLimits.onDevices })
  for (const notification of old) {
    await tx.put(notifications, { ...notification, place: 'older' })
    await letAge(tx, notification.id, now)
  }
}

/**
 * What stands in no bell, and is carried nowhere any more, nobody marks as seen: it counts as seen
 * from now on, so that it goes one day.
 */
async function letAge(tx: Transaction, id: string, now: number): Promise<void> {
  const notification = await tx.get(notifications, id)
  if (notification === undefined || notification.place === 'recent' || notification.viewedAt !== null) return
  for (const channel of channels) if ((await tx.get(deliveries, deliveryId(id, channel))) !== undefined) return
  await tx.put(notifications, { ...notification, viewedAt: (await waitsSince(tx, notification)) ?? now })
}

/**
 * Since when the mail waits that is to tell of it: as old it is made, and by that its writer knows
 * that nobody has seen it (notification-texts.ts).
 */
async function waitsSince(tx: Transaction, { id, userId }: Notification): Promise<number | undefined> {
  const pause = await tx.get(mailPauses, userId)
  const waiting = pause?.waitingId === undefined ? undefined : await tx.get(waitingMails, pause.waitingId)
  return waiting?.notices?.ids.includes(id) === true ? waiting.addedAt : undefined
}

/** These are carried, or need not be. */
export async function dropDeliveries(tx: Transaction, ids: readonly string[], now: number): Promise<void> {
  for (const id of ids) {
    const delivery = await tx.get(deliveries, id)
    if (delivery === undefined) continue
    await tx.delete(deliveries, id)
    await letAge(tx, delivery.notificationId, now)
  }
}

/** Remembers how far a cause has been told. */
export const noteAnnouncement = defineOperation(
  'notify.note',
  async ({ tx, now }, { id, state, text }: Omit<Announcement, 'at'>): Promise<void> => {
    await tx.put(announcements, { id, state, text, at: now })
  },
)

/** As if it had never been told: the next time it happens is news. */
export const forgetAnnouncement = defineOperation('notify.forget', async ({ tx }, { id }: { readonly id: string }): Promise<void> => {
  await tx.delete(announcements, id)
})

interface ShowNotices {
  readonly userId: string
  /** Oldest first. `isWanted`: their owner still wants them here. */
  readonly notices: readonly { readonly id: string; readonly isWanted: boolean }[]
}

/**
 * What has waited for its hour comes into sight, as of now: so it stands before what was told
 * meanwhile, and counts as new (community.md 5.3).
 */
export const showNotices = defineOperation('notify.show', async ({ tx, now }, { userId, notices }: ShowNotices): Promise<void> => {
  for (const [n, { id, isWanted }] of notices.entries()) {
    await tx.delete(deliveries, deliveryId(id, 'here'))
    const notification = await tx.get(notifications, id)
    if (notification?.place !== 'waiting' || notification.userId !== userId) continue
    if (isWanted) {
      // A millisecond apart, so that they keep their order.
      await tx.put(notifications, { ...notification, at: now - (notices.length - 1 - n), toldAt: now, place: 'recent' })
    } else {
      await tx.put(notifications, { ...notification, place: 'unshown' })
      await letAge(tx, id, now)
    }
  }
  await letOldestLeaveDevices(tx, userId, now)
})

const piece = 200

/** Takes back what one cause has told. @returns whether there may be more. */
export const withdrawCause = defineOperation('notify.withdraw', async ({ tx }, { cause }: { readonly cause: string }): Promise<boolean> =>
  takeBack(tx, await tx.list(ofCause(cause, piece))),
)

interface AboutPost {
  readonly postId: string
  /** `public`: what was told to readers. `drafts`: what was told to whoever had a part in it. */
  readonly what: 'public' | 'drafts' | 'all'
  /** That member's alone. */
  readonly userId?: string
}

const maxAboutPost = 5_000

/**
 * Told to whoever has a part in the text, public or not: what is said in a dialogue is news to its
 * authors while it is a draft.
 */
const isOfAuthors = (type: Notification['type']): boolean => isOfDraft(type) || noticeTypes[type].isOfAuthors === true

/** Takes back what was told of a post. @returns whether there may be more. */
export const withdrawPost = defineOperation(
  'notify.withdrawPost',
  async ({ tx }, { postId, what, userId }: AboutPost): Promise<boolean> => {
    const found = await tx.list(aboutPost(postId, maxAboutPost))
    const fits = ({ type, userId: owner }: Notification): boolean =>
      (userId === undefined || owner === userId) && (what === 'all' || isOfAuthors(type) === (what === 'drafts'))
    const gone = found.filter(fits)
    await takeBack(tx, gone.slice(0, piece))
    return gone.length > piece
  },
)

async function takeBack(tx: StoreTransaction, found: readonly Notification[]): Promise<boolean> {
  for (const { id } of found) {
    await tx.delete(notifications, id)
    for (const channel of channels) await tx.delete(deliveries, deliveryId(id, channel))
  }
  return found.length === piece
}

export const endDeliveries = defineOperation(
  'notify.endDeliveries',
  async ({ tx, now }, { ids }: { readonly ids: readonly string[] }): Promise<void> => dropDeliveries(tx, ids, now),
)

/**
 * Whoever is given them carries them, once: another node that has seen them too gets none. @returns
 * those of `ids` that were still to be carried.
 */
export const takeDeliveries = defineOperation(
  'notify.takeDeliveries',
  async ({ tx, now }, { ids }: { readonly ids: readonly string[] }): Promise<readonly string[]> => {
    const taken = (await tx.getMany(deliveries, ids)).map(({ id }) => id)
    await dropDeliveries(tx, taken, now)
    return taken
  },
)

export const postponeDeliveries = defineOperation(
  'notify.postpone',
  async ({ tx }, { later }: { readonly later: readonly Pick<Delivery, 'id' | 'dueAt'>[] }): Promise<void> => {
    for (const { id, dueAt } of later) {
      const delivery = await tx.get(deliveries, id)
      if (delivery !== undefined) await tx.put(deliveries, { ...delivery, dueAt })
    }
  },
)

/** Of every channel, those due before `until`. */
export const deliveriesOf = (userId: string, until: number) =>
  defineQuery({ table: deliveries, index: ['userId', 'dueAt'], equals: [userId], until, order: 'ascending', limit: 2_000 })

/** A key of the site's own: the first one stands, whoever asked first. */
export const keepSecret = defineOperation(
  'notify.keepSecret',
  async ({ tx, now }: OperationContext, { id, value }: { readonly id: string; readonly value: string }): Promise<string> => {
    const before = await tx.get(siteSecrets, id)
    if (before === undefined) await tx.put(siteSecrets, { id, value, createdAt: now })
    return before?.value ?? value
  },
)

const maxPushDevices = 20

/**
 * A browser's endpoint is one row, whoever is signed in there now; a member has so many browsers,
 * and then the oldest goes.
 */
export const keepPushDevice = defineOperation(
  'notify.keepPushDevice',
  async ({ tx, now }, device: Omit<PushDevice, 'createdAt' | 'failures'>) => {
    await tx.put(pushDevices, { ...device, createdAt: now, failures: 0 })
    const all = await tx.list(pushDevicesOf(device.userId))
    for (const old of all.slice(maxPushDevices)) await tx.delete(pushDevices, old.id)
  },
)

/** Newest first. */
export const pushDevicesOf = (userId: string) =>
  defineQuery({ table: pushDevices, index: ['userId', 'createdAt'], equals: [userId], order: 'descending', limit: 100 })

const maxFailures = 8

interface PushAnswer {
  readonly id: string
  /** `gone`: it will never take anything again. */
  readonly answer: 'taken' | 'failed' | 'gone'
}

export const notePushAnswers = defineOperation(
  'notify.pushAnswers',
  async ({ tx }, { answers }: { readonly answers: readonly PushAnswer[] }) => {
    for (const { id, answer } of answers) {
      const device = await tx.get(pushDevices, id)
      if (device === undefined) continue
      const failures = answer === 'taken' ? 0 : device.failures + 1
      if (answer === 'gone' || failures > maxFailures) await tx.delete(pushDevices, id)
      else if (failures !== device.failures) await tx.put(pushDevices, { ...device, failures })
    }
  },
)

/** Its owner wants it no more. Another's is left alone. */
export const endPushDevice = defineOperation(
  'notify.endPushDevice',
  async ({ tx }, { id, userId }: { readonly id: string; readonly userId: string }): Promise<void> => {
    if ((await tx.get(pushDevices, id))?.userId === userId) await tx.delete(pushDevices, id)
  },
)

/**
 * A day longer than anything counts as news (notification-dispatcher.ts), so that what is forgotten
 * is not told a second time.
 */
const marksRetentionMs = noticeLimits.viewedRetentionMs + dayMs

const markedBefore = (until: number) =>
  defineQuery({ table: announcements, index: ['at'], equals: [], until, order: 'ascending', limit: piece })

const mentionedBefore = (until: number) =>
  defineQuery({ table: mentionDays, index: ['day'], equals: [], until, order: 'ascending', limit: piece })

const mentionsWrittenBefore = (until: number) =>
  defineQuery({ table: mentionWriters, index: ['at'], equals: [], until, order: 'ascending', limit: piece })

/** What was seen long ago goes, and that it was told. @returns whether there may be more. */
export const pruneNotices = defineOperation<null, boolean>('notify.prune', async ({ tx, now }): Promise<boolean> => {
  const marks = await tx.list(markedBefore(now - marksRetentionMs))
  for (const { id } of marks) await tx.delete(announcements, id)
  const mentions = await tx.list(mentionedBefore(Math.floor(now / dayMs)))
  for (const { id } of mentions) await tx.delete(mentionDays, id)
  const writers = await tx.list(mentionsWrittenBefore(now - marksRetentionMs))
  for (const { id } of writers) await tx.delete(mentionWriters, id)
  const isMore = await takeBack(tx, await tx.list(viewedBefore(now - noticeLimits.viewedRetentionMs, piece)))
  return isMore || [marks, mentions, writers].some(({ length }) => length === piece)
})

export const notifyOperations: readonly AnyOperation[] = [
  announce,
  showNotices,
  noteAnnouncement,
  forgetAnnouncement,
  withdrawCause,
  withdrawPost,
  endDeliveries,
  takeDeliveries,
  postponeDeliveries,
  keepSecret,
  keepPushDevice,
  notePushAnswers,
  endPushDevice,
  pruneNotices,
]
