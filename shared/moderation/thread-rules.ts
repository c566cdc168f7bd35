/** What authors may do with the discussion under what they wrote (content.md 12.6). */
import type { Comment } from '../comments/schema.ts'
import type { Post } from '../posts/schema.ts'
import type { BarScope, ThreadBan } from './schema.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { MemberViewer, Viewer } from '../kernel/viewer.ts'
import { canReadComment, canRemoveComment } from '../comments/rules.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { canReadPost, isAuthor } from '../posts/rules.ts'
import { ownersOf } from '../wiki/access.ts'

export const threadFigures = {
  karmaForPersonal: 50,
  karmaForAll: 2_000,
  /** Characters of the guidelines. */
  guidelines: 2_000,
} as const

/**
 * What readers are asked for before they comment, and whether scores are shown: the authors' to
 * say.
 */
export function canSetGuidelines(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isAuthor(viewer, post) || isStaff(viewer) ? allow : deny('not-yours')
}

/**
 * Authors moderate once they have said by which guidelines: on what is not on the front page from
 * some karma on, anywhere from much.
 */
export function canModerateThread(viewer: Viewer, post: Post): Verdict {
  const authors = canSetGuidelines(viewer, post)
  // A visitor has been refused: it is somebody.
  if (!authors.allowed || viewer.kind === 'visitor' || isStaff(viewer)) return authors
  if (!mayEverywhere(viewer) && !(mayOnPersonal(viewer) && post.frontpageAt === null)) return deny('moderating-needs-karma')
  return (post.guidelines ?? '') === '' ? deny('guidelines-first') : allow
}

/**
 * Staff are heard everywhere, and one's coauthors cannot be shut out of what is theirs. Beyond one
 * post it is the author's own mutation.
 */
export function canBar(viewer: Viewer, post: Post, scope: BarScope, target: { readonly id: string; readonly isStaff: boolean }): Verdict {
  const moderates = canModerateThread(viewer, post)
  if (!moderates.allowed || viewer.kind === 'visitor') return moderates
  if (target.isStaff || ownersOf(post).includes(target.id)) return deny('cannot-be-barred')
  if (scope === 'post') return allow
  // Nobody shuts others out of more than what is theirs.
  if (!isSelf(viewer, ownersOf(post)[0] ?? '')) return deny('not-yours')
  return scope === 'personal' || mayEverywhere(viewer) ? allow : deny('moderating-needs-karma')
}

/** What was said is taken back more easily than it is said: karma may have gone since. */
export function canLetBackIn(viewer: Viewer, post: Post, scope: BarScope): Verdict {
  const authors = canSetGuidelines(viewer, post)
  if (!authors.allowed) return authors
  return scope === 'post' || isSelf(viewer, post.authorId) || isStaff(viewer) ? allow : deny('not-yours')
}

/**
 * Whoever may take a comment away by itself, and whoever moderates the discussion, with replies or
 * without.
 */
export function canRemoveFromThread(viewer: Viewer, comment: Comment, post: Post): Verdict {
  const byItself = canRemoveComment(viewer, comment, post)
  if (byItself.allowed || comment.message !== undefined || !canReadComment(viewer, comment, post).allowed) return byItself
  return canModerateThread(viewer, post).allowed ? allow : byItself
}

const mayEverywhere = (viewer: MemberViewer): boolean => has(viewer, 'trusted', threadFigures.karmaForAll)

const mayOnPersonal = (viewer: MemberViewer): boolean => has(viewer, 'canModeratePersonal', threadFigures.karmaForPersonal)

/** By karma or by the staff's word, unless the staff have taken it. */
function has({ karma, groups, revokedGroups = [] }: MemberViewer, group: 'trusted' | 'canModeratePersonal', from: number): boolean {
  return !revokedGroups.includes(group) && (karma >= from || groups.includes(group))
}

/**
 * @param bans those of this post's authors against the viewer. Staff are heard all the same, and
 *   under what they have written themselves so is everybody.
 */
export function canPostInThread(viewer: Viewer, post: Post, bans: readonly ThreadBan[]): Verdict {
  if (isStaff(viewer) || isAuthor(viewer, post)) return allow
  const isBannedFromDiscussion = bans.some(({ scope }) => scope !== 'personal' || post.frontpageAt === null)
  return isBannedFromDiscussion ? deny('barred-by-author') : allow
}
