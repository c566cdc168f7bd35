import type { Comment } from './schema.ts'
import type { Post } from '../posts/schema.ts'
import type { MemberViewer, Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { utcDayOf } from '../kernel/durations.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin, isSelf, isStaff } from '../kernel/viewer.ts'
import { accessOf, canReadPost, isAuthor } from '../posts/rules.ts'
import { kindFacts } from '../posts/kinds.ts'

/**
 * A comment is as visible as its post; one that waits for review is its author's and the staff's,
 * what is held back in a dialogue is for those who have a part in it.
 */
export function canReadComment(viewer: Viewer, comment: Comment, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (comment.message === 'held' && accessOf(viewer, post) === 'none') return deny('not-found')
  return comment.awaitsReview && !isSelf(viewer, comment.authorId) && !isStaff(viewer) ? deny('not-found') : allow
}

/** Why a comment was not accepted: its author and the staff. */
export function canReadRejection(viewer: Viewer, comment: Comment): boolean {
  return isSelf(viewer, comment.authorId) || isStaff(viewer)
}

/** The text of a removed comment: its author's and the staff's. Others see a stub. */
export function canReadRemovedText(viewer: Viewer, comment: Comment): boolean {
  return comment.removedBy === null || isSelf(viewer, comment.authorId) || isStaff(viewer)
}

/**
 * Members may comment on any published post they can read, unless it is locked. Only its owner
 * begins threads where quick takes stand.
 */
export function canComment(viewer: Viewer, post: Post): Verdict {
  const open = canDiscuss(viewer, post)
  if (!open.allowed) return open
  return kindFacts(post).hasTakes && !isSelf(viewer, post.authorId) ? deny('others-quick-takes') : allow
}

/** Any word under a post, wherever it stands. Staff may speak on locked posts. */
export function canDiscuss(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.commentingDisabled) return deny('commenting-disabled')
  if (viewer.commentingOnOthersDisabled === true && !isAuthor(viewer, post)) return deny('commenting-on-others-disabled')
  if (post.status === 'draft') return deny('post-is-draft')
  if (post.status === 'removed') return deny('post-is-removed')
  if (post.rejectedReason !== null) return deny('post-is-rejected')
  if (isStaff(viewer)) return allow
  if (post.commentsLocked) return deny('comments-locked')
  return isTooNew(viewer, post) && !isAuthor(viewer, post) ? deny('account-too-new') : allow
}

/** A device that does not know how old the account is leaves it to the server. */
function isTooNew({ joinedAt = 0 }: MemberViewer, { commentersBefore }: Post): boolean {
  return typeof commentersBefore === 'string' && utcDayOf(joinedAt) >= commentersBefore
}

/**
 * A reply also needs a parent that still stands, in a thread that is open. @param root the comment
 * its thread began with.
 */
export function canReply(viewer: Viewer, post: Post, parent: Comment, root: Comment, now: number): Verdict {
  const readable = canReadComment(viewer, parent, post)
  if (!readable.allowed) return readable
  const open = canDiscuss(viewer, post)
  if (!open.allowed || isStaff(viewer)) return open
  if (parent.removedBy !== null) return deny('comment-is-removed')
  if (parent.rejectedReason !== undefined) return deny('comment-is-rejected')
  if (parent.message !== undefined) return deny('not-in-dialogue')
  return (root.repliesLockedUntil ?? 0) > now ? deny('replies-locked') : allow
}

/** Whoever may comment at all has a place of their own for quick takes. */
export function canPostQuickTake(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return viewer.commentingDisabled ? deny('commenting-disabled') : allow
}

/** Only a question has answers, and only what stands at the top is one. */
export function canAnswer(viewer: Viewer, post: Post): Verdict {
  const open = canComment(viewer, post)
  if (!open.allowed) return open
  return kindFacts(post).isAsked ? allow : deny('not-a-question')
}

/** Authors while commenting is open to them; moderators any. */
export function canEditComment(viewer: Viewer, comment: Comment, post: Post): Verdict {
  const readable = canReadComment(viewer, comment, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  if (!isSelf(viewer, comment.authorId) && !isStaff(viewer)) return deny('not-yours')
  if (comment.removedBy !== null && !isStaff(viewer)) return deny('comment-is-removed')
  if (comment.rejectedReason !== undefined && !isStaff(viewer)) return deny('comment-is-rejected')
  return comment.message === undefined ? canDiscuss(viewer, post) : canSpeak(viewer, post)
}

/** In a dialogue: its authors, published or not. */
export function canSpeak(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.commentingDisabled) return deny('commenting-disabled')
  if (!kindFacts(post).hasMessages || !isAuthor(viewer, post)) return deny('not-in-dialogue')
  if (post.status === 'removed') return deny('post-is-removed')
  return post.rejectedReason === null ? allow : deny('post-is-rejected')
}

/**
 * Authors while nobody has replied; moderators any. Locks do not stop it: taking words back is
 * always possible.
 */
export function canRemoveComment(viewer: Viewer, comment: Comment, post: Post): Verdict {
  const readable = canReadComment(viewer, comment, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  if (isStaff(viewer)) return allow
  if (!isSelf(viewer, comment.authorId)) return deny('not-yours')
  return comment.replyCount > 0 ? deny('comment-has-replies') : allow
}

/** Whoever removed it; staff any. What a moderator removed, its author cannot bring back. */
export function canRestoreComment(viewer: Viewer, comment: Comment, post: Post): Verdict {
  const readable = canReadComment(viewer, comment, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  if (isStaff(viewer) || isAdmin(viewer)) return allow
  return comment.removedById !== null && isSelf(viewer, comment.removedById) ? allow : deny('not-yours')
}
