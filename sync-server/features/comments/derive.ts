import type { DeriveContext } from '#server/sync/derive.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Comment } from '#shared/comments/schema.ts'
import { defineDerive } from '#server/sync/derive.ts'
import { addToStanding } from '#server/derived/standing.ts'
import { deriveListings } from '#server/derived/listings.ts'
import { castSelfVote } from '#server/derived/self-vote.ts'
import { postComment, removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { commentsOfMember } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import { posts } from '#shared/posts/schema.ts'

/** Between two comments of one member, own posts included (community.md 13.8). */
export const commentPauseMs = 8_000

export const commentDerivations = [
  defineDerive(postComment, async (context, { id }) => {
    const comment = await getOrThrow(context.tx, comments, id)
    if (comment.isCounted) return
    await insistOnPace(context, comment)
    await recount(context.tx, comment, context.now)
    const post = await getOrThrow(context.tx, posts, comment.postId)
    await castSelfVote(context.tx, signedIn(context.viewer), { kind: 'comment', id }, post, context.now)
  }),
  defineDerive(removeComment, recountOne),
  defineDerive(restoreComment, recountOne),
]

async function recountOne({ tx, now }: DeriveContext, { id }: { readonly id: string }): Promise<void> {
  await recount(tx, await getOrThrow(tx, comments, id), now)
}

/** Brings the counts of post, parent and member in line with whether the comment stands. Safe to repeat. */
async function recount(tx: Transaction, comment: Comment, now: number): Promise<void> {
  const stands = comment.removedBy === null && !comment.awaitsReview
  if (stands === comment.isCounted) return
  const by = stands ? 1 : -1
  await tx.put(comments, { ...comment, isCounted: stands })
  if (comment.parentId !== null) {
    const parent = await getOrThrow(tx, comments, comment.parentId)
    await tx.put(comments, { ...parent, replyCount: parent.replyCount + by })
  }
  const post = await getOrThrow(tx, posts, comment.postId)
  const lastCommentedAt = stands ? Math.max(post.lastCommentedAt ?? 0, comment.postedAt) : post.lastCommentedAt
  const next = { ...post, commentCount: post.commentCount + by, lastCommentedAt }
  await tx.put(posts, next)
  await deriveListings(tx, next, now)
  await addToStanding(tx, comment.authorId, { commentCount: by })
}

async function insistOnPace({ tx, viewer, now }: DeriveContext, comment: Comment): Promise<void> {
  const author = signedIn(viewer)
  if (isStaff(author) || author.isOperator === true) return
  const recent = await tx.list(commentsOfMember(author.userId, 2))
  const previous = recent.find((other) => other.id !== comment.id)
  if (previous === undefined) return
  const waitMs = previous.postedAt + commentPauseMs - now
  if (waitMs > 0) throw new AppError('rate-limited', { retryAfterMs: waitMs })
}
