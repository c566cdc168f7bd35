import type { Member } from '../accounts/schema.ts'
import type { Comment } from '../comments/schema.ts'
import type { Post } from '../posts/schema.ts'
import { isPublic } from '../posts/rules.ts'

/**
 * What search finds (content.md 12.11): asked when the index is made, and again of each row that is about to be shown. Nothing that is not everyone's
 * to read ever passes, whoever searches.
 */
export function isFindablePost(post: Post, karma: number): boolean {
  return isPublic(post) && post.publishedAt !== null && post.rejectedReason === null && post.holds !== 'quickTakes' && karma >= 0
}

/** A comment stands in the index as long as its post is public; how well the post is thought of does not matter. */
export function isFindableComment(comment: Comment, post: Post): boolean {
  if (!isPublic(post) || post.rejectedReason !== null) return false
  const stands =
    comment.removedBy === null && !comment.awaitsReview && comment.rejectedReason === undefined && comment.retractedAt === undefined
  // What is said in a dialogue is read there, as a whole.
  return stands && comment.message === undefined
}

export function isFindableMember(member: Member): boolean {
  return !member.isDeactivated
}
