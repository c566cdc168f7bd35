import type { Post } from '../posts/schema.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin, isSelf } from '../kernel/viewer.ts'
import { kindFacts } from '../posts/kinds.ts'

/**
 * What belongs to everybody (decision 0021). Stands below the rules of posts, which ask it first.
 */
const wikiFigures = {
  /** What it takes to make or edit pages (content.md 12.6). */
  karmaToEdit: 1,
} as const

/**
 * A wiki page that was published: from then on it is nobody's own. Before, it is a draft like any
 * other.
 */
export function isCommon(post: Post): boolean {
  return kindFacts(post).isInWiki && post.publishedAt !== null
}

/**
 * Whom a post is by, for karma, notices and bylines: of a page that belongs to everybody, nobody.
 */
export function ownersOf(post: Post): readonly string[] {
  return isCommon(post) ? [] : [post.authorId, ...post.coauthorIds]
}

/** Whether somebody may make pages at all. */
export function canWriteWiki(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.postingDisabled) return deny('posting-disabled')
  return isAdmin(viewer) || viewer.karma >= wikiFigures.karmaToEdit ? allow : deny('wiki-needs-karma')
}

/**
 * Of a page that stands. Where it is kept for some, administrators and whoever is named; the others
 * are told why.
 */
export function canEditCommon(viewer: Viewer, { status, editing }: Post): Verdict {
  const writer = canWriteWiki(viewer)
  if (!writer.allowed) return writer
  if (status !== 'published') return deny('post-is-removed')
  if (editing === undefined || isAdmin(viewer)) return allow
  if (editing.isAdminOnly) return deny('page-is-for-admins')
  return editing.editorIds === null || editing.editorIds.some((id) => isSelf(viewer, id)) ? allow : deny('page-is-restricted')
}
