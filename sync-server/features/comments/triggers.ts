import type { TriggerContext } from '#server/sync/triggers.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { TriggerSettings } from '#server/features/define-server-domain.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { recountComment } from '#server/triggers/recount.ts'
import { freeSlug } from '#server/triggers/free-slug.ts'
import { castSelfVote } from '#server/triggers/self-vote.ts'
import { holdsBack, requireConfirmedEmail } from '#server/triggers/new-members.ts'
import { requireRateLimit } from '#server/triggers/rate-limit.ts'
import { postReview } from '#shared/annual-review/review-mutations.ts'
import { setCommentMark } from '#shared/comments/mark-mutations.ts'
import { editComment, postComment, postQuickTake, removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { comments } from '#shared/comments/schema.ts'
import { publishNotice } from '#shared/curation/mutations.ts'
import { curationNotices } from '#shared/curation/schema.ts'
import { authorize } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { bansAgainst } from '#shared/moderation/queries.ts'
import { canPostInThread } from '#shared/moderation/thread-rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { decideTypo } from '#shared/reactions/typo-mutations.ts'
import { typoSuggestions } from '#shared/reactions/typo-schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

export const commentTriggers = (settings: TriggerSettings) => [
  defineTrigger(postComment, (context, { id }) => arrive(context, settings, id)),
  defineTrigger(postQuickTake, (context, { id }) => arrive(context, settings, id)),
  defineTrigger(postReview, (context, { id }) => arrive(context, settings, id)),
  defineTrigger(publishNotice, async (context, { id }) => {
    const { commentId } = await getOrThrow(context.tx, curationNotices, id)
    if (commentId !== null) await arrive(context, settings, commentId)
  }),
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
async function arrive(context: TriggerContext, settings: TriggerSettings, id: string): Promise<void> {
  const { tx, now } = context
  const comment = await getOrThrow(tx, comments, id)
  if (comment.isCounted) return
  await requireNotBanned(context, comment)
  const author = signedIn(context.viewer)
  requireConfirmedEmail(author, settings)
  const under = await getOrThrow(tx, posts, comment.postId)
  // Quick takes are written for everybody: their place being one's own is no reason to go faster.
  await requireRateLimit(tx, settings.rateLimitProfile, author, now, {
    action: 'comment',
    id,
    post: kindFacts(under).hasTakes ? null : under,
  })
  if (under.slug === null) await tx.put(posts, { ...under, slug: await freeSlug(tx, under) })
  const awaitsReview =
    comment.awaitsReview || (await holdsBack(context, author, settings, { what: 'comment', postId: under.id, commentId: id }))
  if (awaitsReview !== comment.awaitsReview) await tx.put(comments, { ...comment, awaitsReview })
  await recountComment(tx, { ...comment, awaitsReview }, now)
  await castSelfVote(tx, author, { kind: 'comment', id }, await getOrThrow(tx, posts, comment.postId), now)
}

/** Whom the authors of the post have shut out only the server knows. */
async function requireNotBanned({ tx, viewer }: TriggerContext, { postId }: Comment): Promise<void> {
  const post = await getOrThrow(tx, posts, postId)
  authorize(canPostInThread(viewer, post, await bansAgainst(tx, viewer, post)))
}

async function recountOne({ tx, now }: TriggerContext, { id }: { readonly id: string }): Promise<void> {
  await recountComment(tx, await getOrThrow(tx, comments, id), now)
}
