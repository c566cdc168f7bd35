import type { Member } from '../accounts/schema.ts'
import type { Comment } from '../comments/schema.ts'
import type { Post } from '../posts/schema.ts'
import type { Sequence } from '../sequences/schema.ts'
import { isListed } from '../posts/rules.ts'
import { isListable } from '../sequences/listable.ts'
import { kindFacts } from '../posts/kinds.ts'

/**
 * What search finds (content.md 12.11): asked when the index is made, and again of each row that is
 * about to be shown. Nothing that is not everyone's to read ever passes, whoever searches. Wiki
 * pages are found as tags are.
 */
export function isFindablePost(post: Post, karma: number): boolean {
  return kindFacts(post).isListed && isListed(post) && post.publishedAt !== null && karma >= 0
}

/**
 * A comment stands in the index as long as its post is public; how well the post is thought of does
 * not matter.
 */
export function isFindableComment(comment: Comment, post: Post): boolean {
  if (!isListed(post)) return false
  const stands =
    comment.removedBy === null && !comment.awaitsReview && comment.rejectedReason === undefined && comment.retractedAt === undefined
  // What is said in a dialogue is read there, as a whole.
  return stands && comment.message === undefined
}

/** One that its author shows to everybody. */
export function isFindableSequence(sequence: Pick<Sequence, 'isDraft' | 'removedAt' | 'isHidden'>): boolean {
  return isListable(sequence) && !sequence.isHidden
}

export function isFindableMember(member: Member): boolean {
  return !member.isDeactivated
}
