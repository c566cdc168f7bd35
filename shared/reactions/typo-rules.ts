import type { Comment } from '../comments/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Post } from '../posts/schema.ts'
import type { TypoSuggestion } from './typo-schema.ts'
import { canEditComment } from '../comments/rules.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf } from '../kernel/viewer.ts'
import { canPublishPost, canReadPost, isAuthor } from '../posts/rules.ts'
import { kindFacts } from '../posts/kinds.ts'

interface About {
  readonly post: Post
  /** `null`: it is about the post's own text. */
  readonly comment: Comment | null
}

/**
 * Who wrote the words, as long as they may change what readers get of them. Staff have no part in
 * it by being staff.
 */
export function canDecideTypo(viewer: Viewer, { post, comment }: About): Verdict {
  if (comment !== null) {
    const editable = canEditComment(viewer, comment, post)
    return editable.allowed && !isSelf(viewer, comment.authorId) ? deny('not-yours') : editable
  }
  const open = canPublishPost(viewer, post)
  if (!open.allowed) return open
  if (!isAuthor(viewer, post)) return deny('not-yours')
  if (post.status !== 'published') return deny(post.status === 'draft' ? 'post-is-draft' : 'post-is-removed')
  // Its words are what was said in it, or there are none.
  return kindFacts(post).hasText ? allow : deny('no-text-to-edit')
}

/** Its proposer, as long as they may read the text, and who decides. */
export function canSeeTypo(viewer: Viewer, typo: TypoSuggestion, about: About): boolean {
  if (canDecideTypo(viewer, about).allowed) return true
  return isSelf(viewer, typo.userId) && canReadPost(viewer, about.post).allowed
}
