import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin, isSelf, isStaff } from '../kernel/viewer.ts'
import { canModeratePost, canReadPost, isAuthor, isListed } from '../posts/rules.ts'
import type { CurationNotice } from './schema.ts'

/** Moderators and administrators. */
export function canCurate(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isStaff(viewer) ? allow : deny('staff-only')
}

/** Posts that everybody reads on the front page can be chosen. */
export function canBeCurated(post: Post): boolean {
  return isListed(post) && post.frontpageAt !== null
}

/** Trusted members, those who were given the right, and the staff; nobody their own. */
export function canSuggestCuration(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (!isStaff(viewer) && !viewer.groups.some((group) => group === 'trusted' || group === 'canSuggestCuration')) return deny('staff-only')
  if (isAuthor(viewer, post)) return deny('own-content')
  return canBeCurated(post) ? allow : deny('not-found')
}

/** Writing it and publishing it is its author's: it becomes their comment. */
export function canEditNotice(viewer: Viewer, notice: Pick<CurationNotice, 'byId'>): Verdict {
  const may = canCurate(viewer)
  return may.allowed && !isSelf(viewer, notice.byId) ? deny('not-yours') : may
}

/** A draft: its author, and administrators. */
export function canRemoveNotice(viewer: Viewer, notice: Pick<CurationNotice, 'byId'>): Verdict {
  const may = canEditNotice(viewer, notice)
  return isAdmin(viewer) ? allow : may
}

/** With it the post is curated, which nobody does to their own. */
export function canPublishNotice(viewer: Viewer, notice: Pick<CurationNotice, 'byId'>, post: Post): Verdict {
  const may = canEditNotice(viewer, notice)
  if (!may.allowed) return may
  const moderates = canModeratePost(viewer, post)
  if (!moderates.allowed) return moderates
  if (isAuthor(viewer, post)) return deny('own-content')
  return canBeCurated(post) ? allow : deny('not-found')
}
