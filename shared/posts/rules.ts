import type { Level } from '../documents/protocol.ts'
import type { Doc } from '../text/schema.ts'
import type { Post, Revision, Writing } from './schema.ts'
import type { Share, ShareLevel } from './shares.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { excerpt, wordCount } from '../text/measure.ts'
import { canEditCommon, isCommon, ownersOf } from '../wiki/access.ts'
import { kindFacts } from './kinds.ts'
import { dayMs } from '../kernel/durations.ts'

export function isAuthor(viewer: Viewer, post: Post): boolean {
  return ownersOf(post).some((id) => isSelf(viewer, id))
}

/**
 * The organizers of its group have a part in an event, and in nothing else that members write.
 */
export function organizes(viewer: Viewer, post: Post): boolean {
  return kindFacts(post).isEvent && post.organizerIds?.some((id) => isSelf(viewer, id)) === true
}

/** Whether readers at large may see it. */
export function isPublic(post: Pick<Post, 'status' | 'awaitsReview'>): boolean {
  return post.status === 'published' && !post.awaitsReview
}

/** Whether lists, feeds, search and notifications may have it, as far as its kind goes. */
export function isListed(post: Pick<Post, 'status' | 'awaitsReview' | 'rejectedReason' | 'isUnlisted'>): boolean {
  return isPublic(post) && post.rejectedReason === null && post.isUnlisted !== true
}

/**
 * Somebody's part in a post's text and in what is being written about it, published or not: `own`
 * its author, `edit` coauthors, the organizers of an event’s group and whom the author lets change
 * it, then whom it lets comment or
 * read. A link counts for whoever looks at a page by it; without an account one only reads. What
 * readers at large may see is no matter of this. A wiki page is nobody's own: whoever may edit it
 * writes in it.
 */
export function accessOf(viewer: Viewer, post: Post): Level {
  if (isCommon(post)) return canEditCommon(viewer, post).allowed ? 'edit' : 'none'
  if (isSelf(viewer, post.authorId)) return 'own'
  if (isAuthor(viewer, post)) return 'edit'
  if (post.status === 'removed') return 'none'
  if (organizes(viewer, post)) return 'edit'
  const byLink = linkLevelOf(viewer, post)
  if (viewer.kind === 'visitor') return byLink === 'none' ? 'none' : 'read'
  return post.shares?.find(({ userId }) => isSelf(viewer, userId))?.level ?? byLink
}

function linkLevelOf({ linkKey }: Viewer, { link }: Post): ShareLevel {
  return link !== undefined && linkKey !== undefined && link.key === linkKey ? link.level : 'none'
}

/**
 * The post as this viewer may see it: who else has a part in it is for those who may change it, and
 * the link for them and whoever has it.
 */
export function withSharesFor(viewer: Viewer, post: Post): Post {
  if (post.shares === undefined && post.link === undefined) return post
  if (isAuthor(viewer, post)) return post
  // Who else was asked to be a co-author is between them and the authors.
  if (isWriting(accessOf(viewer, post))) return { ...post, ...(post.shares && { shares: withoutInvitations(viewer, post.shares) }) }
  const { shares = [], link, ...rest } = post
  const own = shares.filter(({ userId }) => isSelf(viewer, userId))
  const hasLink = link !== undefined && link.key === viewer.linkKey
  return { ...rest, ...(own.length > 0 && { shares: own }), ...(hasLink && { link }) }
}

function withoutInvitations(viewer: Viewer, shares: readonly Share[]): Share[] {
  return shares.map(({ isInvited, ...share }) => (isInvited === true && isSelf(viewer, share.userId) ? { ...share, isInvited } : share))
}

export function isWriting(level: Level): boolean {
  return level === 'own' || level === 'edit'
}

/**
 * Staff have rights in what is or was public, and in a private draft no other than its author gave
 * them.
 */
function isStaffOver(viewer: Viewer, post: Post): boolean {
  return isStaff(viewer) && (post.publishedAt !== null || isAuthor(viewer, post))
}

/**
 * Public posts are everyone's; drafts their authors' and those they let in (moderators open one
 * with a reason, on a page of its own); what waits for review or was removed, its authors' and the
 * staff's. Hidden looks like absent.
 */
export function canReadPost(viewer: Viewer, post: Post): Verdict {
  if (isPublic(post) || accessOf(viewer, post) !== 'none') return allow
  return isStaff(viewer) && post.publishedAt !== null ? allow : deny('not-found')
}

/**
 * A public post's published revisions are public, earlier ones too; drafts are for whoever has a
 * part in the text. Of a page that belongs to everybody, what it was before it did is for whoever
 * wrote that and whoever began the page.
 */
export function canReadRevision(viewer: Viewer, revision: Revision, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed || !revision.isDraft) return readable
  if (accessOf(viewer, post) === 'none') return deny('not-found')
  const isFromBefore = isCommon(post) && revision.at < (post.publishedAt ?? 0)
  const isTheirs = isSelf(viewer, revision.authorId) || isSelf(viewer, post.authorId)
  return isFromBefore && !isTheirs ? deny('not-found') : allow
}

export function canWritePosts(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return viewer.postingDisabled ? deny('posting-disabled') : allow
}

/**
 * The text and what is said about it: authors, coauthors, whom they let; staff what is or was
 * public. A rejected post may only go back to draft.
 */
export function canEditPost(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  const writer = canWritePosts(viewer)
  if (!readable.allowed) return viewer.kind === 'visitor' ? writer : readable
  if (!writer.allowed) return writer
  if (isCommon(post)) return canEditCommon(viewer, post)
  if (!isWriting(accessOf(viewer, post)) && !isStaffOver(viewer, post)) return deny('not-yours')
  if (kindFacts(post).hasTakes) return deny('no-text-to-edit')
  // Taken back it may be made better, and waits for a moderator when it comes again.
  return post.rejectedReason !== null && post.status !== 'draft' && !isStaff(viewer) ? deny('post-is-rejected') : allow
}

/**
 * What readers get is its authors' to decide, and the staff's: not that of others who may write in
 * it. Organizers of a group decide it of an event that its author has published once. Wiki pages
 * go another way (shared/wiki/rules.ts).
 */
export function canPublishPost(viewer: Viewer, post: Post): Verdict {
  const editable = canEditPost(viewer, post)
  if (!editable.allowed) return editable
  if (kindFacts(post).isInWiki) return deny('is-wiki-page')
  if (organizes(viewer, post) && post.publishedAt !== null) return allow
  return isAuthor(viewer, post) || isStaffOver(viewer, post) ? allow : deny('not-yours')
}

/**
 * The first thing a post lacks to be published. Without `body` the text is not asked about: it may
 * still be written.
 */
export function missingToPublish(
  { title, kind, linkUrl }: Pick<Writing, 'title' | 'kind' | 'linkUrl'>,
  body?: Doc,
): 'title' | 'linkUrl' | 'body' | null {
  if (title.trim() === '') return 'title'
  if (kindFacts({ kind }).needsLink) return linkUrl === null ? 'linkUrl' : null
  return body !== undefined && wordCount(body) === 0 && excerpt(body, 1) === '' ? 'body' : null
}

/** Taking a post back to draft, also a rejected one. */
export function canUnpublishPost(viewer: Viewer, post: Post): Verdict {
  return canPublishPost(viewer, { ...post, rejectedReason: null })
}

/** Archiving a draft: its author; anything else: admins. */
export function canArchivePost(viewer: Viewer, post: Post): Verdict {
  if (isCommon(post)) return notAsPost(viewer, post)
  if (viewer.kind === 'member' && viewer.isAdmin && isStaffOver(viewer, post)) return canReadPost(viewer, post)
  if (isSelf(viewer, post.authorId)) return post.status === 'draft' ? allow : deny('not-yours')
  const readable = canReadPost(viewer, post)
  return readable.allowed ? deny(viewer.kind === 'visitor' ? 'sign-in-first' : 'not-yours') : readable
}

/** How long what was put away can be had back by its author. */
export const binnedForMs = 30 * dayMs

/**
 * When a draft that nobody ever read is erased, after it was put away: a device that was away may
 * still bring word that it is wanted back.
 */
const erasedAfterMs = 3 * binnedForMs

/**
 * Only ever asked by the server: what was public once stays, for the staff and for what links to
 * it.
 */
export function isToBeErased(post: Post, now: number): boolean {
  const { status, publishedAt, archivedAt } = post
  const isNobodys = status === 'removed' && publishedAt === null && !kindFacts(post).hasTakes
  return isNobodys && typeof archivedAt === 'number' && archivedAt <= now - erasedAfterMs
}

/** Whoever put it away, or an admin. */
export function canRestorePost(viewer: Viewer, post: Post): Verdict {
  if (isCommon(post)) return notAsPost(viewer, post)
  if (viewer.kind === 'member' && viewer.isAdmin) return canReadPost(viewer, post)
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  return typeof post.archivedById === 'string' && isSelf(viewer, post.archivedById) ? allow : deny('not-yours')
}

/** The author alone chooses whom to let in, and how far. */
export function canSharePost(viewer: Viewer, post: Post): Verdict {
  const editable = canEditPost(viewer, post)
  if (!editable.allowed) return editable
  return accessOf(viewer, post) === 'own' ? allow : deny('not-yours')
}

/**
 * Taking somebody's part away is open to the author at any time; whoever has one may give it back.
 */
export function canEndShare(viewer: Viewer, post: Post, userId: string): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  return accessOf(viewer, post) === 'own' || isSelf(viewer, userId) ? allow : deny('not-yours')
}

/**
 * What authors do with a post of their own, and a moderator with one in the lists, nobody does with
 * a page that belongs to all.
 */
function notAsPost(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  return deny(viewer.kind === 'visitor' ? 'sign-in-first' : 'is-wiki-page')
}

/** Whoever is signed in and has the link as it is now. Another key looks like an absent post. */
export function canJoinByLink(viewer: Viewer, post: Post, key: string): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  const isOpen = post.link?.key === key && accessOf({ ...viewer, linkKey: key }, post) !== 'none'
  return isOpen ? allow : deny('not-found')
}

/** Whether a question may be asked under this one: whoever reads it may. */
export function canAskUnder(viewer: Viewer, parent: Post): Verdict {
  const readable = canReadPost(viewer, parent)
  if (!readable.allowed) return readable
  return kindFacts(parent).isQuestionPage && parent.status === 'published' ? allow : deny('not-found')
}

/**
 * A question asked under another is kept out of the lists by who decides what readers get of it.
 */
export function canSetOffLists(viewer: Viewer, post: Post): Verdict {
  const open = canPublishPost(viewer, post)
  return open.allowed && post.parentQuestionId === undefined ? deny('not-found') : open
}

/** Front page, curation, stickiness. */
export function canModeratePost(viewer: Viewer, post: Post): Verdict {
  return isCommon(post) ? notAsPost(viewer, post) : canModerateText(viewer, post)
}

function canModerateText(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  return isStaffOver(viewer, post) ? allow : deny('staff-only')
}

/** Staff; authors who belong to the comment lockers. */
export function canLockComments(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'member' && isAuthor(viewer, post) && viewer.groups.includes('canCommentLock')) return allow
  return canModerateText(viewer, post)
}
