import type { Comment } from '../comments/schema.ts'
import type { Post } from '../posts/schema.ts'
import type { Subscription, Via } from '../subscriptions/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { KarmaItem } from './karma-schema.ts'
import type { KarmaChoice, NoticeSettings, Notification } from './schema.ts'
import { canReadComment } from '../comments/rules.ts'
import { isSelf } from '../kernel/viewer.ts'
import { accessOf, canReadPost } from '../posts/rules.ts'
import { canReadSubject, type SubjectRows } from './subjects.ts'
import type { Channels, MailFrequency, NoticeTypeName } from './types.ts'
import { isOfDraft, noticeTypes } from './all-types.ts'

/**
 * How one piece of news comes to its reader: the thing's own choice, else the type's, else the
 * standard. Nothing comes twice to one place.
 */
export function channelsFor(settings: NoticeSettings, type: NoticeTypeName, via: Subscription['via']): Channels {
  const chosen = via === null ? (settings.types[type] ?? noticeTypes[type].standard) : channelsOfVia(via)
  return settings.noEmails ? { ...chosen, email: 'off' } : chosen
}

/**
 * A thing that is told of by mail or push also stands in the list: only a type can be kept out of
 * it.
 */
function channelsOfVia(via: Via): Channels {
  if (via === 'push') return { inApp: true, email: 'off', push: true }
  const email = via === 'emailNow' ? 'now' : via === 'emailDaily' ? 'daily' : via === 'emailWeekly' ? 'weekly' : 'off'
  return { inApp: true, email, push: false }
}

/** How often a kind of news comes here, as one choice. */
export const inAppFrequency = ({ inApp, pace }: Channels): MailFrequency => (inApp ? (pace ?? 'now') : 'off')

export const inAppChannels = (pace: MailFrequency): Pick<Channels, 'inApp' | 'pace'> =>
  pace === 'daily' || pace === 'weekly' ? { inApp: true, pace } : { inApp: pace === 'now' }

interface About {
  readonly post: Post | undefined
  readonly comment: Comment | undefined
  readonly subject?: SubjectRows
}

/**
 * Whether a notification may be shown, or told, to somebody: it is theirs, and they may read what
 * it is about now. `post` and `comment` are `undefined` where they are not at hand: a device holds
 * few threads, and the server takes a notification back when its cause goes.
 */
export function canSeeNotification(viewer: Viewer, notification: Notification, { post, comment, subject = {} }: About): boolean {
  if (!isSelf(viewer, notification.userId) || !canReadSubject(viewer, subject)) return false
  if (post === undefined) return true
  const { canSee } = noticeTypes[notification.type]
  if (canSee !== undefined) return canSee(viewer, post)
  if (isOfDraft(notification.type)) return accessOf(viewer, post) !== 'none'
  return canReadNow(viewer, post, comment)
}

function canReadNow(viewer: Viewer, post: Post, comment: Comment | undefined): boolean {
  if (!canReadPost(viewer, post).allowed) return false
  if (comment === undefined) return true
  return canReadComment(viewer, comment, post).allowed && comment.removedBy === null && comment.rejectedReason === undefined
}

/**
 * Whether a sum of votes may be shown to whom it belongs: they may read the post or comment now.
 * What is not at hand counts as for notifications.
 */
export const canSeeKarma = (viewer: Viewer, { post, comment }: About): boolean => post === undefined || canReadNow(viewer, post, comment)

/** What of a batch its owner wants listed, most first. */
export function karmaShown(items: readonly KarmaItem[], { pace, showsNegative }: KarmaChoice): readonly KarmaItem[] {
  if (pace === 'off') return []
  return items.filter(({ by }) => by > 0 || showsNegative).toSorted((a, b) => b.by - a.by || (a.targetId < b.targetId ? -1 : 1))
}

export const karmaSum = (items: readonly KarmaItem[]): number => items.reduce((sum, { by }) => sum + by, 0)
