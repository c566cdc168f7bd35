import type { TriggerContext } from '#server/sync/triggers.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { RateLimitProfile } from '#shared/moderation/rate-limit.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { addToKarmaStats } from '#server/triggers/karma-stats.ts'
import { freeSlug } from '#server/triggers/free-slug.ts'
import { updateListings } from '#server/triggers/listings.ts'
import { castSelfVote } from '#server/triggers/self-vote.ts'
import { requireRateLimit } from '#server/triggers/rate-limit.ts'
import { setCommentMark } from '#shared/comments/mark-mutations.ts'
import { editComment, postComment, postQuickTake, removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { stands } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { authorize } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { bansAgainst } from '#shared/moderation/queries.ts'
import { canPostInThread } from '#shared/moderation/thread-rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { decideTypo } from '#shared/reactions/typo-mutations.ts'
import { typoSuggestions } from '#shared/reactions/typo-schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

export const commentTriggers = (pace: RateLimitProfile) => [
  defineTrigger(postComment, (context, { id }) => arrive(context, pace, id)),
  defineTrigger(postQuickTake, (context, { id }) => arrive(context, pace, id)),
  defineTrigger(editComment, async (context, { id }) => {
    const comment = await getOrThrow(context.tx, comments, id)
    // A repeated edit changes nothing, and what was said before stays said.
    if (comment.editedAt === context.now && comment.message === undefined) await requireNotBanned(context, comment)
  }),
  // It is an edit like any other.
  defineTrigger(decideTypo, async (context, { id, verdict }) => {
    const { targetKind, targetId, decidedAt } = await getOrThrow(context.tx, typoSuggestions, id)
    if (targetKind !== 'comment' || verdict !== 'accepted' || decidedAt !== context.now) return
    await requireNotBanned(context, await getOrThrow(context.tx, comments, targetId))
  }),
  defineTrigger(removeComment, recountOne),
  defineTrigger(restoreComment, recountOne),
  defineTrigger(setCommentMark, recountOne),
]

/** What follows from a new comment: the address of its place, counts, its author's own vote. */
async function arrive(context: TriggerContext, pace: RateLimitProfile, id: string): Promise<void> {
  const { tx, now } = context
  const comment = await getOrThrow(tx, comments, id)
  if (comment.isCounted) return
  await requireNotBanned(context, comment)
  const author = signedIn(context.viewer)
  const under = await getOrThrow(tx, posts, comment.postId)
  // Quick takes are written for everybody: their place being one's own is no reason to go faster.
  await requireRateLimit(tx, pace, author, now, { action: 'comment', id, post: kindFacts(under).hasTakes ? null : under })
  if (under.slug === null) await tx.put(posts, { ...under, slug: await freeSlug(tx, under) })
  await recount(tx, comment, now)
  await castSelfVote(tx, author, { kind: 'comment', id }, await getOrThrow(tx, posts, comment.postId), now)
}

/** Whom the authors of the post have shut out only the server knows. */
async function requireNotBanned({ tx, viewer }: TriggerContext, { postId }: Comment): Promise<void> {
  const post = await getOrThrow(tx, posts, postId)
  authorize(canPostInThread(viewer, post, await bansAgainst(tx, viewer, post)))
}

async function recountOne({ tx, now }: TriggerContext, { id }: { readonly id: string }): Promise<void> {
  await recount(tx, await getOrThrow(tx, comments, id), now)
}

/**
 * Brings the counts of post, parent and member in line with whether the comment stands. Safe to
 * repeat.
 */
async function recount(tx: Transaction, comment: Comment, now: number): Promise<void> {
  const isVisible = stands(comment)
  if (isVisible === comment.isCounted) return
  const by = isVisible ? 1 : -1
  await tx.put(comments, { ...comment, isCounted: isVisible })
  if (isVisible) await stir(tx, comment)
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

/** A thread of quick takes is listed by what was said in it last. */
async function stir(tx: Transaction, { id, rootId, postedAt }: Comment): Promise<void> {
  const root = id === rootId ? undefined : await tx.get(comments, rootId)
  if (root?.activeAt !== undefined && root.activeAt < postedAt) await tx.put(comments, { ...root, activeAt: postedAt })
}
