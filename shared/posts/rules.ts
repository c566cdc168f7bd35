import type { Post, Revision } from './schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'

export function isAuthor(viewer: Viewer, post: Post): boolean {
  return isSelf(viewer, post.authorId) || post.coauthorIds.some((id) => isSelf(viewer, id))
}

/** Whether readers at large may see it. */
export function isPublic(post: Post): boolean {
  return post.status === 'published' && !post.awaitsReview
}

/**
 * Public posts are everyone's; drafts their authors' alone (moderators open one with a reason, on a page of its own);
 * what waits for review or was removed, its authors' and the staff's. Hidden looks like absent.
 */
export function canReadPost(viewer: Viewer, post: Post): Verdict {
  if (isPublic(post) || isAuthor(viewer, post)) return allow
  return isStaff(viewer) && post.publishedAt !== null ? allow : deny('not-found')
}

/** A public post's published revisions are public, earlier ones too; drafts are their authors'. */
export function canReadRevision(viewer: Viewer, revision: Revision, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  return revision.isDraft && !isAuthor(viewer, post) ? deny('not-found') : allow
}

export function canWritePosts(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return viewer.postingDisabled ? deny('posting-disabled') : allow
}

/** Authors and coauthors; staff edit what is or was public. A rejected post may only go back to draft. */
export function canEditPost(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  const writer = canWritePosts(viewer)
  if (!readable.allowed) return viewer.kind === 'visitor' ? writer : readable
  if (!writer.allowed) return writer
  if (!isAuthor(viewer, post) && !isStaff(viewer)) return deny('not-yours')
  return post.rejectedReason !== null && !isStaff(viewer) ? deny('post-is-rejected') : allow
}

/** Taking a post back to draft, also a rejected one. */
export function canUnpublishPost(viewer: Viewer, post: Post): Verdict {
  return canEditPost(viewer, { ...post, rejectedReason: null })
}

/** Archiving a draft: its author; anything else: admins. */
export function canArchivePost(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'member' && viewer.isAdmin) return canReadPost(viewer, post)
  if (isSelf(viewer, post.authorId)) return post.status === 'draft' ? allow : deny('not-yours')
  const readable = canReadPost(viewer, post)
  return readable.allowed ? deny(viewer.kind === 'visitor' ? 'sign-in-first' : 'not-yours') : readable
}

/** How long what was put away can be had back by its author. */
export const binnedForMs = 30 * 86_400_000

/** Whoever put it away, or an admin. */
export function canRestorePost(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'member' && viewer.isAdmin) return canReadPost(viewer, post)
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  return typeof post.archivedById === 'string' && isSelf(viewer, post.archivedById) ? allow : deny('not-yours')
}

/** The author alone chooses who writes along; a coauthor may leave. */
export function canSetCoauthor(viewer: Viewer, post: Post, userId: string, isOn: boolean): Verdict {
  const editable = canEditPost(viewer, post)
  if (!editable.allowed) return editable
  if (isSelf(viewer, post.authorId)) return allow
  return !isOn && isSelf(viewer, userId) ? allow : deny('not-yours')
}

/** Front page, curation, stickiness. */
export function canModeratePost(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  return isStaff(viewer) ? allow : deny('staff-only')
}

/** Staff; authors who belong to the comment lockers. */
export function canLockComments(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'member' && isAuthor(viewer, post) && viewer.groups.includes('canCommentLock')) return allow
  return canModeratePost(viewer, post)
}
