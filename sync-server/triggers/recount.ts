import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Comment } from '#shared/comments/schema.ts'
import { addToKarmaStats } from '#server/triggers/karma-stats.ts'
import { updateListings } from '#server/triggers/listings.ts'
import { stands } from '#shared/comments/queries.ts'
import { candidateId, postReviews, reviewCandidates } from '#shared/annual-review/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { posts } from '#shared/posts/schema.ts'

/**
 * Brings the counts of post, parent and member in line with whether the comment stands. Safe to
 * repeat.
 */
export async function recountComment(tx: Transaction, comment: Comment, now: number): Promise<void> {
  const isVisible = stands(comment)
  if (isVisible === comment.isCounted) return
  const by = isVisible ? 1 : -1
  await tx.put(comments, { ...comment, isCounted: isVisible })
  if (isVisible) await stir(tx, comment)
  if (comment.reviewingForReview !== undefined) await countReview(tx, comment, comment.reviewingForReview, by)
  if (comment.parentId !== null) {
    const parent = await getOrThrow(tx, comments, comment.parentId)
    await tx.put(comments, { ...parent, replyCount: parent.replyCount + by })
  }
  const post = await getOrThrow(tx, posts, comment.postId)
  const lastCommentedAt = isVisible ? Math.max(post.lastCommentedAt ?? 0, comment.postedAt) : post.lastCommentedAt
  const next = { ...post, commentCount: post.commentCount + by, lastCommentedAt }
  await tx.put(posts, next)
  await updateListings(tx, next, now)
  await addToKarmaStats(tx, comment.authorId, { commentCount: by })
}

/** A review is listed, and counted among those of its post, for as long as it stands. */
async function countReview(tx: Transaction, { id, postId, authorId, postedAt }: Comment, year: number, by: 1 | -1): Promise<void> {
  if (by === 1) await tx.put(postReviews, { id, postId, authorId, year, at: postedAt })
  else await tx.delete(postReviews, id)
  const row = candidateId(postId, year)
  const before = (await tx.get(reviewCandidates, row)) ?? { id: row, postId, year, voteCount: 0, positiveCount: 0 }
  await tx.put(reviewCandidates, { ...before, reviewCount: (before.reviewCount ?? 0) + by })
}

/** A thread of quick takes is listed by what was said in it last. */
async function stir(tx: Transaction, { id, rootId, postedAt }: Comment): Promise<void> {
  const root = id === rootId ? undefined : await tx.get(comments, rootId)
  if (root?.activeAt !== undefined && root.activeAt < postedAt) await tx.put(comments, { ...root, activeAt: postedAt })
}
