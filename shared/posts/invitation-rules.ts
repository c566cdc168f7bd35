/**
 * Who may ask another member to take part in a post, who may answer, and how often
 * (docs/decisions/0025).
 */
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Invitation } from './invitation-schema.ts'
import type { Post } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff, isStaffOrOperator } from '../kernel/viewer.ts'
import { accessOf, canEditPost, canReadPost, canSharePost, canWritePosts } from './rules.ts'
import { invitationId } from './invitation-schema.ts'
import { kindFacts } from './kinds.ts'
import { dayMs } from '../kernel/durations.ts'

export const invitationLimits = {
  minKarma: 1,
  /** Not accepted, by one member, to a byline or into a dialogue. */
  maxOpenADay: 5,
  /** Members that one shares texts with by name. */
  maxSharesADay: 20,
  maxNewcomerSharesADay: 5,
  countedMs: dayMs,
  /** A member who declined, or left, is not asked for the same post again until then. */
  declinedMs: 30 * dayMs,
} as const

/**
 * What a rule must know of the invitations that the viewer made within the last day, and when it
 * is.
 */
export interface InvitationContext {
  readonly made: readonly Invitation[]
  readonly now: number
}

function hasEarnedTrust(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.isOperator === true) return allow
  if (!viewer.hasConfirmedEmail) return deny('confirm-email-first')
  return viewer.karma < invitationLimits.minKarma && !isStaff(viewer) ? deny('inviting-needs-karma') : allow
}

/**
 * Whether a member may ask others to put their names to something. An accepted invitation makes
 * room for another one; one that was withdrawn or declined does not: it has cost somebody's
 * attention.
 */
export function canInvite(viewer: Viewer, { made, now }: InvitationContext, count = 1): Verdict {
  const existing = hasEarnedTrust(viewer)
  if (!existing.allowed || isStaffOrOperator(viewer)) return existing
  const open = made.filter(({ to, at, answer }) => to !== 'share' && answer !== 'accepted' && isCounted(at, now))
  return open.length + count > invitationLimits.maxOpenADay ? deny('too-many-invitations') : allow
}

/** The author alone decides who is asked to write along. */
export function canManageCoauthors(viewer: Viewer, post: Post): Verdict {
  const editable = canEditPost(viewer, post)
  if (!editable.allowed) return editable
  if (kindFacts(post).isInWiki) return deny('is-wiki-page')
  return isSelf(viewer, post.authorId) ? allow : deny('not-yours')
}

/** @param before the invitation of the same member to the same post, if there was one */
export function canInviteCoauthor(viewer: Viewer, post: Post, before: Invitation | undefined, context: InvitationContext): Verdict {
  const manageable = canManageCoauthors(viewer, post)
  if (!manageable.allowed) return manageable
  if (isDeclined(before, context.now)) return deny('invitation-declined')
  // The one it replaces counts once.
  const made = context.made.filter(({ id }) => id !== before?.id)
  return canInvite(viewer, { ...context, made })
}

/**
 * Whether a member has been asked, by the post's author, and has not answered. Being excluded since
 * ends it.
 */
export function isInvitedTo(viewer: Viewer, post: Post): boolean {
  return post.shares?.some(({ userId, isInvited, level }) => isInvited === true && level !== 'none' && isSelf(viewer, userId)) === true
}

/** Everybody else learns no more than that there is no such invitation. */
export function canAcceptCoauthor(viewer: Viewer, post: Post): Verdict {
  const writer = canWritePosts(viewer)
  if (!writer.allowed) return writer
  return post.status !== 'removed' && isInvitedTo(viewer, post) ? allow : deny('not-found')
}

/**
 * The author withdraws an invitation or removes a co-author at any time; a member declines or
 * leaves at any time.
 */
export function canEndCoauthor(viewer: Viewer, post: Post, userId: string): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  return accessOf(viewer, post) === 'own' || isSelf(viewer, userId) ? allow : deny('not-yours')
}

/**
 * Access by name shows nowhere in public; it reaches others by notification and mail, so it is
 * limited.
 */
export function canShareByName(viewer: Viewer, post: Post, userId: string, { made, now }: InvitationContext): Verdict {
  const shareable = canSharePost(viewer, post)
  if (!shareable.allowed || isStaffOrOperator(viewer)) return shareable
  const id = invitationId(post.id, userId)
  const shared = made.filter((one) => one.to === 'share' && one.id !== id && isCounted(one.at, now))
  const { maxSharesADay, maxNewcomerSharesADay } = invitationLimits
  const limit = hasEarnedTrust(viewer).allowed ? maxSharesADay : maxNewcomerSharesADay
  return shared.length >= limit ? deny('too-many-shares') : allow
}

const isCounted = (at: number, now: number): boolean => at > now - invitationLimits.countedMs

const isDeclined = (invitation: Invitation | undefined, now: number): boolean =>
  invitation?.answer === 'declined' && (invitation.answeredAt ?? 0) > now - invitationLimits.declinedMs
