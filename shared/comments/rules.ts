import type { Comment } from './schema.ts'
import type { Post } from '../posts/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin, isSelf, isStaff } from '../kernel/viewer.ts'
import { canReadPost } from '../posts/rules.ts'

/** A comment is as visible as its post; one that waits for review is its author's and the staff's. */
export function canReadComment(viewer: Viewer, comment: Comment, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  return comment.awaitsReview && !isSelf(viewer, comment.authorId) && !isStaff(viewer) ? deny('not-found') : allow
}

/** The text of a removed comment: its author's and the staff's. Others see a stub. */
export function canReadRemovedText(viewer: Viewer, comment: Comment): boolean {
  return comment.removedBy === null || isSelf(viewer, comment.authorId) || isStaff(viewer)
}

/** Members may comment on any published post they can read, unless it is locked. Staff may comment on locked posts. */
export function canComment(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.commentingDisabled) return deny('commenting-disabled')
  if (post.status === 'draft') return deny('post-is-draft')
  if (post.status === 'removed') return deny('post-is-removed')
  if (post.rejectedReason !== null) return deny('post-is-rejected')
  return post.commentsLocked && !isStaff(viewer) ? deny('comments-locked') : allow
}

/** A reply also needs a parent that still stands. */
export function canReply(viewer: Viewer, post: Post, parent: Comment): Verdict {
  const readable = canReadComment(viewer, parent, post)
  if (!readable.allowed) return readable
  return parent.removedBy === null || isStaff(viewer) ? canComment(viewer, post) : deny('comment-is-removed')
}

/** Authors while commenting is open to them; moderators any. */
export function canEditComment(viewer: Viewer, comment: Comment, post: Post): Verdict {
  const readable = canReadComment(viewer, comment, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  if (!isSelf(viewer, comment.authorId) && !isStaff(viewer)) return deny('not-yours')
  if (comment.removedBy !== null && !isStaff(viewer)) return deny('comment-is-removed')
  return canComment(viewer, post)
}

/** Authors while nobody has replied; moderators any. Locks do not stop it: taking words back is always possible. */
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
