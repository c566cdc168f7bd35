import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Post } from '../posts/schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { canReadPost, isAuthor, isListed, isPublic } from '../posts/rules.ts'

/** content.md 7.1 */
export const maxPinnedPosts = 4

/** What stands first on somebody's page they have written themselves, and everybody may read it. */
export function canPinPost(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (!isAuthor(viewer, post)) return deny('not-yours')
  if (!isPublic(post)) return deny('post-is-draft')
  return post.rejectedReason === null ? allow : deny('post-is-rejected')
}

/**
 * Whether a pinned post is shown there now: it may have been taken back since, or is theirs no
 * more.
 */
export function isShownFirst(post: Post, memberId: string): boolean {
  const isTheirs = post.authorId === memberId || post.coauthorIds.includes(memberId)
  return isTheirs && isListed(post)
}
