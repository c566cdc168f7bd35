import type { TriggerContext } from '#server/sync/triggers.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Vote } from '#shared/votes/schema.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { countVote } from '#server/triggers/count-vote.ts'
import { requireVoteRateLimit } from '#server/triggers/vote-rate-limit.ts'
import { noteVotePatterns } from './vote-patterns.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { setVote, votable } from '#shared/votes/mutations.ts'
import { voteLimits } from '#shared/votes/rules.ts'
import { axes, voteEvents, voteId, votes } from '#shared/votes/schema.ts'

/**
 * Counts a vote into its target's tally, its authors' karma and the lists, in the same transaction;
 * limits refuse it whole.
 */
export const tallyVote = defineTrigger(setVote, async (context, { targetKind, targetId, axis }) => {
  const voter = signedIn(context.viewer)
  const vote = await context.tx.get(votes, voteId(voter.userId, targetId, axis))
  if (vote === undefined || vote.tallied === vote.power) return
  const { post, authorIds } = await votable(context.tx, voter, targetKind, targetId)
  if (!vote.isSelf && !isAdmin(voter) && voter.isOperator !== true) await keepRateLimit(context, voter, vote, post, authorIds)
  await countVote(context.tx, vote, post, authorIds, context.now)
})

/**
 * Notes the vote and what shows in it. @throws AppError 'rate-limited' by the figures of content.md
 * 12.3, with the time until the vote fits. Taking a vote back is always free.
 */
async function keepRateLimit(
  context: TriggerContext,
  voter: MemberViewer,
  vote: Vote,
  post: Post,
  authorIds: readonly string[],
): Promise<void> {
  const { tx, now, newId } = context
  if (vote.value === 0) return
  const isStrong = Math.abs(vote.value) === 2
  await requireVoteRateLimit(tx, voter, now, { authorIds, isStrong, field: 'vote' })
  // No time makes room here: refused for good.
  if (isStrong && vote.targetKind === 'comment' && (await strongOnOthers(tx, vote, post)) >= voteLimits.strongOnOnePost(post.commentCount))
    throw new AppError('rate-limited', { field: 'strongVote' })
  const event = {
    id: newId(),
    userId: voter.userId,
    targetId: vote.targetId,
    // A page that is everybody's stands for itself.
    targetAuthorId: authorIds[0] ?? post.id,
    postId: post.id,
    isStrong,
    isDown: vote.value < 0,
    isOnComment: vote.targetKind === 'comment',
    at: now,
  }
  await tx.put(voteEvents, event)
  await noteVotePatterns(context, event)
}

/**
 * So many strong votes of one discussion are looked through; beyond the limit many times over, for
 * those that were taken back.
 */
const maxLookedThrough = 500

/**
 * On how many other comments of the post the voter's strong vote stands. What was taken back makes
 * room again.
 */
async function strongOnOthers(tx: Transaction, { userId, targetId }: Vote, post: Post): Promise<number> {
  const cast = await tx.list(
    defineQuery({
      table: voteEvents,
      index: ['userId', 'postId', 'isStrong', 'isOnComment'],
      equals: [userId, post.id, true, true],
      order: 'descending',
      limit: maxLookedThrough,
    }),
  )
  const others = [...new Set(cast.map((event) => event.targetId))].filter((id) => id !== targetId)
  const ids = others.flatMap((id) => axes.map((axis) => voteId(userId, id, axis)))
  const existing = (await tx.getMany(votes, ids)).filter((vote) => Math.abs(vote.value) === 2)
  return new Set(existing.map((vote) => vote.targetId)).size
}
