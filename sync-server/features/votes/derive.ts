import type { DeriveContext } from '#server/sync/derive.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Vote } from '#shared/votes/schema.ts'
import { defineDerive } from '#server/sync/derive.ts'
import { countVote } from '#server/derived/count-vote.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { setVote, votable } from '#shared/votes/mutations.ts'
import { voteLimits } from '#shared/votes/rules.ts'
import { voteEvents, voteId, votes } from '#shared/votes/schema.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Counts a vote into its target's tally, its authors' karma and the lists, in the same transaction; limits refuse it whole. */
export const tallyVote = defineDerive(setVote, async (context, { targetKind, targetId, axis }) => {
  const voter = signedIn(context.viewer)
  const vote = await context.tx.get(votes, voteId(voter.userId, targetId, axis))
  if (vote === undefined || vote.tallied === vote.power) return
  const { post, authorIds } = await votable(context.tx, voter, targetKind, targetId)
  if (!vote.isSelf && !isAdmin(voter) && voter.isOperator !== true) await insistOnPace(context, voter, vote, post, authorIds)
  await countVote(context.tx, vote, post, authorIds, context.now)
})

/** @throws AppError 'rate-limited' by the figures of content.md 12.3. Taking a vote back is always free. */
async function insistOnPace(
  { tx, now, newId }: DeriveContext,
  voter: MemberViewer,
  vote: Vote,
  post: Post,
  authorIds: readonly string[],
): Promise<void> {
  if (vote.value === 0) return
  const isStrong = Math.abs(vote.value) === 2
  const byUser = (fromMs: number) =>
    tx.count(
      defineQuery({ table: voteEvents, index: ['userId', 'at'], equals: [voter.userId], from: now - fromMs, order: 'ascending', limit: 1 }),
    )
  const tooMany = (retryAfterMs: number) => new AppError('rate-limited', { retryAfterMs, field: 'vote' })
  if ((await byUser(hourMs)) >= voteLimits.perHour) throw tooMany(hourMs)
  if ((await byUser(dayMs)) >= voteLimits.perDay) throw tooMany(dayMs)
  for (const authorId of authorIds) {
    const onAuthor = await tx.count(
      defineQuery({
        table: voteEvents,
        index: ['userId', 'targetAuthorId', 'at'],
        equals: [voter.userId, authorId],
        from: now - dayMs,
        order: 'ascending',
        limit: 1,
      }),
    )
    if (onAuthor >= voteLimits.perDayOnOneAuthor) throw tooMany(dayMs)
  }
  if (isStrong) {
    const strong = await tx.count(
      defineQuery({
        table: voteEvents,
        index: ['userId', 'isStrong', 'at'],
        equals: [voter.userId, true],
        from: now - hourMs,
        order: 'ascending',
        limit: 1,
      }),
    )
    if (strong >= voteLimits.strongPerHour) throw tooMany(hourMs)
    if (vote.targetKind === 'comment') {
      const here = await tx.count(
        defineQuery({
          table: voteEvents,
          index: ['userId', 'postId', 'isStrong', 'isOnComment'],
          equals: [voter.userId, post.id, true, true],
          order: 'ascending',
          limit: 1,
        }),
      )
      if (here >= voteLimits.strongOnOnePost(post.commentCount)) throw tooMany(dayMs)
    }
  }
  await tx.put(voteEvents, {
    id: newId(),
    userId: voter.userId,
    targetId: vote.targetId,
    targetAuthorId: authorIds[0] ?? '',
    postId: post.id,
    isStrong,
    isDown: vote.value < 0,
    isOnComment: vote.targetKind === 'comment',
    at: now,
  })
}
