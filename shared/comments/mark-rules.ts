/** Apart from the rules that every reader's page asks: these come with the menu. */
import type { Comment } from './schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Post } from '../posts/schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { canReadPost, isAuthor } from '../posts/rules.ts'
import { kindFacts } from '../posts/kinds.ts'

/** What can be said of a comment beside its words. */
export type CommentMarkName = 'retracted' | 'pinned' | 'onProfile' | 'offFrontpage' | 'answer' | 'lock' | 'hat' | 'rejected'

type Marked = Pick<Comment, 'authorId' | 'parentId' | 'removedBy' | 'isQuickTake' | 'message'>

/**
 * Who may say it: of one's own words their author, of the discussion its moderators, what is an
 * answer also whoever asked.
 */
export function canMarkComment(viewer: Viewer, comment: Marked, post: Post, name: CommentMarkName): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (comment.removedBy !== null) return deny('comment-is-removed')
  const isOwn = isSelf(viewer, comment.authorId)
  switch (name) {
    case 'retracted':
    case 'onProfile':
      return isOwn ? allow : deny('not-yours')
    case 'offFrontpage':
      if (comment.isQuickTake !== true) return deny('not-a-quick-take')
      return isOwn || isStaff(viewer) ? allow : deny('not-yours')
    case 'answer':
      if (!kindFacts(post).isAsked || comment.parentId !== null) return deny('not-a-question')
      return isOwn || isAuthor(viewer, post) || isStaff(viewer) ? allow : deny('not-yours')
    case 'hat':
      if (!isStaff(viewer)) return deny('staff-only')
      return isOwn ? allow : deny('not-yours')
    case 'lock':
    case 'pinned':
    case 'rejected':
      return isStaff(viewer) ? allow : deny('staff-only')
  }
}
