import type { Query } from '#shared/kernel/query.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Tally, Vote } from '#shared/votes/schema.ts'
import { addToKarmaBatch } from '#server/triggers/karma-batch.ts'
import { addToKarmaDay } from '#server/triggers/karma-days.ts'
import { addVoteToPostDay } from '#server/triggers/post-days.ts'
import { addToKarmaStats } from '#server/triggers/karma-stats.ts'
import { updateListings } from '#server/triggers/listings.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { withMarks } from '#shared/votes/karma-marks.ts'
import { powerStep, votePower } from '#shared/votes/rules.ts'
import { powerGains, tallies, votes } from '#shared/votes/schema.ts'

/**
 * Moves a vote's uncounted part into tally, karma and listings. Safe to repeat: `tallied` says what
 * is in already.
 */
export async function countVote(tx: Transaction, vote: Vote, post: Post, authorIds: readonly string[], now: number): Promise<void> {
  const tally = (await tx.get(tallies, vote.targetId)) ?? emptyTally(vote.targetKind, vote.targetId, post.id)
  const by = vote.power - vote.tallied
  const votersBy = Number(vote.power !== 0) - Number(vote.tallied !== 0)
  await tx.put(votes, { ...vote, tallied: vote.power })
  await tx.put(tallies, await withPresentAgreement(tx, withVote(tally, vote, by, votersBy, now)))
  if (vote.axis !== 'approval') return
  for (const authorId of vote.isSelf ? [] : authorIds) {
    await addToKarmaStats(tx, authorId, { karma: by })
    await notePowers(tx, authorId, by, now)
    await addToKarmaDay(tx, authorId, now, by)
    await addToKarmaBatch(tx, authorId, { targetKind: vote.targetKind, targetId: vote.targetId, postId: post.id, by }, now)
  }
  if (vote.targetKind !== 'post') return
  await addVoteToPostDay(tx, post.id, now, by, votersBy)
  await updateListings(tx, post, now)
}

/** Where a vote brings its author to a step from which their own weigh more; once for each. */
async function notePowers(tx: Transaction, userId: string, by: number, now: number): Promise<void> {
  if (by <= 0) return
  const karma = (await tx.get(karmaStats, userId))?.karma ?? 0
  const step = powerStep(karma)
  if (step === powerStep(karma - by)) return
  const id = `${userId}:${step}`
  if ((await tx.get(powerGains, id)) === undefined) await tx.put(powerGains, { id, userId, at: now })
}

/**
 * So many agreement votes of a target are weighed anew with one change of its sums: all there are,
 * nearly everywhere.
 */
const weighedAtOnce = 64

/**
 * Whenever a target's sums change, its agreement votes weigh what their voters' karma is worth at
 * present; approval keeps the weight it was cast with (content.md 12.1). Where there are more than
 * can be weighed at once each change takes the next ones in turn, so that the thousandth vote costs
 * no more than the hundredth.
 */
async function withPresentAgreement(tx: Transaction, tally: Tally): Promise<Tally> {
  if (tally.agreementVoteCount === 0) return tally
  const ofTarget = defineQuery({
    table: votes,
    index: ['targetId', 'axis'],
    equals: [tally.id, 'agreement'],
    order: 'ascending',
    limit: weighedAtOnce,
  })
  const cast = await tx.list({ ...ofTarget, offset: await turnOf(tx, tally, ofTarget) })
  const existing = cast.filter((vote) => vote.value !== 0)
  const karmaById = new Map(
    (await tx.getMany(karmaStats, [...new Set(existing.map((vote) => vote.userId))])).map(({ id, karma }) => [id, karma]),
  )
  let { agreement } = tally
  for (const vote of existing) {
    const power = votePower(karmaById.get(vote.userId) ?? 0, vote.value)
    if (power === vote.power) continue
    agreement += power - vote.power
    await tx.put(votes, { ...vote, power, tallied: power })
  }
  return { ...tally, agreement }
}

/**
 * Where this turn begins. Every vote that comes moves the counts by one, and the turn by as many
 * votes as are weighed.
 */
async function turnOf(tx: Transaction, { approvalVoteCount, agreementVoteCount }: Tally, ofTarget: Query<Vote>): Promise<number> {
  // Votes taken back have a row still: the count of rows may be larger, and never smaller.
  const rows = await tx.count(ofTarget)
  if (rows <= weighedAtOnce) return 0
  const turns = Math.ceil(rows / weighedAtOnce)
  return ((approvalVoteCount + agreementVoteCount) % turns) * weighedAtOnce
}

function withVote(tally: Tally, vote: Vote, by: number, votersBy: number, now: number): Tally {
  if (vote.axis === 'agreement') {
    return { ...tally, agreement: tally.agreement + by, agreementVoteCount: tally.agreementVoteCount + votersBy }
  }
  const baseScore = tally.baseScore + by
  const maxBaseScore = Math.max(tally.maxBaseScore, baseScore)
  const marks = vote.targetKind === 'post' ? withMarks(tally, maxBaseScore, now) : []
  return {
    ...tally,
    baseScore,
    approvalVoteCount: tally.approvalVoteCount + votersBy,
    maxBaseScore,
    ...(marks.length > 0 && { reachedAt: [...marks] }),
  }
}
