import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { Event, Rsvp } from './schema.ts'
import { dayMs, hourMs } from '../kernel/durations.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff, visitor } from '../kernel/viewer.ts'
import { kindFacts } from '../posts/kinds.ts'
import { canEditPost, canPublishPost, canReadPost, canWritePosts, isAuthor, isListed, isPublic, organizes } from '../posts/rules.ts'

/** An event goes on for so long after its start or, where that is known, its end. */
const lastsMs = { afterStart: 6 * hourMs, afterEnd: 3 * hourMs } as const

/** What started before then and says nothing of its end is over. */
export const currentSince = (now: number): number => now - lastsMs.afterStart

/** One without a date is never over. */
export function isOver({ startAt, endAt }: Pick<Event, 'startAt' | 'endAt'>, now: number): boolean {
  if (endAt !== null) return endAt + lastsMs.afterEnd <= now
  return startAt !== null && startAt + lastsMs.afterStart <= now
}

/** Those who come are reminded once, within a day before it starts. */
export const reminderMs = dayMs

export const isDueReminder = ({ startAt, isCancelled, isListed }: Event, now: number): boolean =>
  startAt !== null && startAt > now && startAt <= now + reminderMs && !isCancelled && isListed === true

/** Members who may write. */
export const canMakeEvents = (viewer: Viewer): Verdict => canWritePosts(viewer)

/**
 * Its authors; the organizers of its group, of a draft too; once it was public, the staff. When and
 * where it is, whether it takes place and who comes is theirs, in every list and on every page.
 */
export function canEditEvent(viewer: Viewer, post: Post): Verdict {
  const open = organizes(viewer, post) ? canEditPost(viewer, post) : canPublishPost(viewer, post)
  return open.allowed && !kindFacts(post).isEvent ? deny('not-an-event') : open
}

/** Members: an address for their calendar program, with what they organize and go to. */
export const canHaveCalendar = (viewer: Viewer): Verdict =>
  viewer.kind === 'member' ? allow : deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')

/**
 * Into which group it goes is its authors' and the staff's to say: organizers of the one it is in
 * may take it out, and not hand a draft of somebody else's to others.
 */
export function canMoveEvent(viewer: Viewer, post: Post, groupId: string | null): Verdict {
  const open = canEditEvent(viewer, post)
  if (!open.allowed || groupId === null || groupId === post.groupId) return open
  return canPublishPost(viewer, post).allowed && !isOnlyOrganizer(viewer, post) ? allow : deny('not-yours')
}

/** Neither author nor staff. */
const isOnlyOrganizer = (viewer: Viewer, post: Post): boolean => !isAuthor(viewer, post) && !isStaff(viewer)

/** In lists, for everybody. */
export const isListedEvent = (post: Post): boolean => isListed(post)

/**
 * Members, until it is over. What they have said they may take back at any time (`canTakeBack`).
 */
export function canRsvp(viewer: Viewer, post: Post, event: Event, now: number): Verdict {
  const open = canTakeBack(viewer, post)
  return open.allowed ? takesAnswers(post, event, now) : open
}

/** People without an account, where every visitor reads it. */
export function canAnswerAsGuest(post: Post, event: Event, now: number): Verdict {
  const open = canReadPost(visitor, post)
  return open.allowed ? takesAnswers(post, event, now) : open
}

function takesAnswers(post: Post, event: Event, now: number): Verdict {
  if (!isPublic(post)) return deny('post-is-draft')
  if (event.isCancelled) return deny('event-is-cancelled')
  if (!event.hasRsvps) return deny('rsvps-are-off')
  return isOver(event, now) ? deny('event-is-over') : allow
}

export function canTakeBack(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return canReadPost(viewer, post)
}

/**
 * Everybody who may read the event sees an answer that is not private; a private one its owner and
 * the organizers.
 */
export function canSeeRsvp(viewer: Viewer, post: Post, { userId, isPrivate }: Pick<Rsvp, 'userId' | 'isPrivate'>): Verdict {
  const open = canReadPost(viewer, post)
  if (!open.allowed || isPrivate !== true || isSelf(viewer, userId)) return open
  return canEditEvent(viewer, post)
}
