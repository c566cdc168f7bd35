import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin } from '../kernel/viewer.ts'
import { canWritePosts, isPublic } from '../posts/rules.ts'
import type { Post } from '../posts/schema.ts'

/** Administrators. */
export function canManageSitePages(viewer: Viewer): Verdict {
  const writer = canWritePosts(viewer)
  if (!writer.allowed) return writer
  return isAdmin(viewer) ? allow : deny('admins-only')
}

/** What everybody may read. A rejected post would be put before readers by the back door. */
export const canBeSitePage = (post: Post): boolean => isPublic(post) && post.rejectedReason === null
