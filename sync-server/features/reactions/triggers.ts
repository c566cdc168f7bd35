import type { Transaction } from '#shared/kernel/transaction.ts'
import { countReaction, countReactions } from '#server/triggers/count-reaction.ts'
import { requireVoteRateLimit } from '#server/triggers/vote-rate-limit.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { setCommentMark } from '#shared/comments/mark-mutations.ts'
import { stands } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { setReaction } from '#shared/reactions/mutations.ts'
import { partOf, reactionId, reactions } from '#shared/reactions/schema.ts'
import { votable } from '#shared/votes/mutations.ts'
import { voteEvents } from '#shared/votes/schema.ts'

/**
 * Counts a reaction, in the transaction of the mutation. It takes part in the limits on voting
 * (content.md 11.5: a reaction is part of a vote); taking back is free.
 */
const tallyReaction = defineTrigger(setReaction, async ({ tx, viewer, now, newId }, { targetKind, targetId, reaction, quote }) => {
  const member = signedIn(viewer)
  const part = partOf(reaction, quote)
  const row = await tx.get(reactions, reactionId(member.userId, targetId, part))
  if (row === undefined || row.value === row.tallied) return
  const { post, authorIds } = await votable(tx, member, targetKind, targetId)
  const isExempt = authorIds.includes(member.userId) || isAdmin(member) || member.isOperator === true
  if (row.value !== 0 && !isExempt) {
    await requireVoteRateLimit(tx, member, now, { authorIds, isStrong: false, field: 'reaction' })
    await tx.put(voteEvents, {
      id: newId(),
      userId: member.userId,
      targetId,
      targetAuthorId: authorIds[0] ?? post.id,
      postId: post.id,
      isStrong: false,
      isDown: false,
      isOnComment: targetKind === 'comment',
      at: now,
    })
  }
  // Who takes theirs back took part no more.
  await tx.put(reactions, { ...row, tallied: row.value, low: row.value === 0 ? null : row.low })
  await countReaction(tx, row, part)
})

async function followComment(tx: Transaction, id: string): Promise<void> {
  const comment = await getOrThrow(tx, comments, id)
  await countReactions(tx, { targetKind: 'comment', targetId: id, postId: comment.postId }, !stands(comment))
}

export const reactionTriggers = [
  tallyReaction,
  defineTrigger(removeComment, ({ tx }, { id }) => followComment(tx, id)),
  defineTrigger(setCommentMark, async ({ tx }, { id, mark }) => (mark.name === 'rejected' ? followComment(tx, id) : undefined)),
  defineTrigger(restoreComment, ({ tx }, { id }) => followComment(tx, id)),
]
