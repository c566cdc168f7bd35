import type { Comment } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import { isPublic } from '#shared/posts/rules.ts'

/** It stands where others can read it; what is held back in a dialogue, where its authors can. */
export function isPosted(comment: Comment, post: Post): boolean {
  if (comment.removedBy !== null || comment.rejectedReason !== undefined || comment.awaitsReview) return false
  if (comment.message === 'held') return post.status !== 'removed'
  return isPublic(post) && post.rejectedReason === null
}
