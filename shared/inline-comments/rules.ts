import type { InlineComment } from './schema.ts'
import type { Post } from '../posts/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { accessOf, canEditPost, isWriting } from '../posts/rules.ts'
import { isCommon } from '../wiki/access.ts'

/**
 * Those who work on the text. Who merely reads it does not see what is said about it; staff have no
 * part in it by being staff.
 */
export function canSeeInlineComments(viewer: Viewer, post: Post): boolean {
  const level = accessOf(viewer, post)
  return viewer.kind === 'member' && level !== 'none' && level !== 'read'
}

/**
 * What was said of a page before it became everybody's stays with who said it and whoever began the
 * page.
 */
export function canSeeInlineComment(viewer: Viewer, inlineComment: InlineComment, post: Post): boolean {
  if (!canSeeInlineComments(viewer, post)) return false
  const isFromBefore = isCommon(post) && inlineComment.createdAt < (post.publishedAt ?? 0)
  return !isFromBefore || isSelf(viewer, inlineComment.authorId) || isSelf(viewer, post.authorId)
}

export function canInlineComment(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (!canSeeInlineComments(viewer, post)) return deny(accessOf(viewer, post) === 'none' ? 'not-found' : 'not-yours')
  if (post.status === 'removed') return deny('post-is-removed')
  return viewer.commentingDisabled ? deny('commenting-disabled') : allow
}

export function canEditInlineComment(viewer: Viewer, inlineComment: InlineComment, post: Post): Verdict {
  const open = canInlineComment(viewer, post)
  if (!open.allowed) return open
  if (!isSelf(viewer, inlineComment.authorId)) return deny('not-yours')
  return inlineComment.removedAt === null ? allow : deny('comment-is-removed')
}

/**
 * Its author, as long as they see what is said there, and the author of the text; the staff where
 * that is everybody's.
 */
export function canRemoveInlineComment(viewer: Viewer, inlineComment: InlineComment, post: Post): Verdict {
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  if (!canSeeInlineComments(viewer, post)) return deny('not-found')
  const isTheirs = accessOf(viewer, post) === 'own' || (isCommon(post) && isStaff(viewer))
  return isSelf(viewer, inlineComment.authorId) || isTheirs ? allow : deny('not-yours')
}

/** Anyone who may comment inline; a thread as a whole, by the inline comment that began it. */
export function canResolveInlineComment(viewer: Viewer, inlineComment: InlineComment, post: Post): Verdict {
  const open = canInlineComment(viewer, post)
  if (!open.allowed) return open
  return inlineComment.parentId === null && inlineComment.change === undefined ? allow : deny('not-found')
}

/** Whether what is proposed is taken over: whoever may write in the text. */
export function canDecideSuggestion(viewer: Viewer, inlineComment: InlineComment, post: Post): Verdict {
  const editable = canEditPost(viewer, post)
  if (!editable.allowed) return editable
  if (!isWriting(accessOf(viewer, post))) return deny('not-yours')
  return inlineComment.change !== undefined && inlineComment.removedAt === null ? allow : deny('not-found')
}
