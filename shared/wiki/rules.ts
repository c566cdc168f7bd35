/**
 * What may be done with pages of the wiki. Who may edit one at all stands below the rules of posts
 * (access.ts).
 */
import type { Post } from '../posts/schema.ts'
import type { Tag } from './schema.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin, isSelf, isStaff } from '../kernel/viewer.ts'
import { canEditPost, canReadPost } from '../posts/rules.ts'
import { canWriteWiki, isCommon } from './access.ts'
import { kindFacts } from '../posts/kinds.ts'

/** Looks after the wiki: the staff, and whom they have chosen for it. */
export function isWikiKeeper(viewer: Viewer): boolean {
  return isStaff(viewer) || (viewer.kind === 'member' && viewer.groups.includes('tagManager'))
}

/**
 * Its text, its name, summaries, lenses and work flags. A draft is its creator's, and whom they let
 * in.
 */
export function canEditPage(viewer: Viewer, post: Post): Verdict {
  const editable = canEditPost(viewer, post)
  return editable.allowed && !kindFacts(post).isInWiki ? deny('not-a-wiki-page') : editable
}

/** Whoever may edit a page decides what readers get of it; the first time whoever began it. */
export function canPublishPage(viewer: Viewer, post: Post): Verdict {
  const editable = canEditPage(viewer, post)
  if (!editable.allowed || isCommon(post)) return editable
  const writer = canWriteWiki(viewer)
  if (!writer.allowed) return writer
  return isSelf(viewer, post.authorId) ? allow : deny('not-yours')
}

/**
 * The fields of content.md 9.6 that are not every editor's, parents, merging, what counts for whom.
 */
export function canKeepPage(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (!isCommon(post)) return deny('not-a-wiki-page')
  return isWikiKeeper(viewer) ? allow : deny('staff-only')
}

/** Pages: the keepers. A lens also whoever made it (content.md 9.4). */
export function canDeletePage(viewer: Viewer, post: Post, tag: Tag): Verdict {
  const keeper = canKeepPage(viewer, post)
  const isOwnLens = tag.lensOf !== null && isSelf(viewer, post.authorId)
  return !keeper.allowed && keeper.reason === 'staff-only' && isOwnLens ? canEditPage(viewer, post) : keeper
}

/** What is deleted the staff alone see. */
export function canRestorePage(viewer: Viewer, post: Post): Verdict {
  return canKeepPage(viewer, post)
}

/** Sees what a merge of any two pages would change before it is made. */
export function canPlanMerge(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isAdmin(viewer) ? allow : deny('admins-only')
}

/**
 * Whether one tag can be made of the two. While the other's own posts are on their way elsewhere,
 * none come to it: two that were merged into each other would hand them on for ever.
 */
export function canBecomeOne(from: Tag, to: Tag): boolean {
  const areTwoPages = from.id !== to.id && [from, to].every(({ state, lensOf }) => state === 'page' && lensOf === null)
  return areTwoPages && to.relsGoToId === null && !to.isWikiOnly
}

/** Which kinds of work there are. */
export function canEditWorkFlags(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isAdmin(viewer) ? allow : deny('admins-only')
}

/**
 * Whether a name that nobody has used is a tag as soon as it is typed; it waits otherwise. The same
 * members accept and reject what waits: those who may begin pages.
 */
export function canBeginTag(viewer: Viewer): Verdict {
  return viewer.kind === 'member' && viewer.isOperator === true ? allow : canWriteWiki(viewer)
}

/** Drafts are seen where their post is; a placeholder is a name on public posts. */
export function canSeeTag(viewer: Viewer, tag: Tag, post: Post | undefined): boolean {
  if (tag.state === 'placeholder') return true
  if (tag.state === 'proposed') return canBeginTag(viewer).allowed
  return post === undefined ? tag.state === 'deleted' && isStaff(viewer) : canReadPost(viewer, post).allowed
}
