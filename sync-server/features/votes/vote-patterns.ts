/**
 * Sees when somebody votes on one author faster than one reads (content.md 12.3), in the vote's own
 * transaction. The voter is told of many votes, at most hourly; moderators have a record of that
 * and of many down-votes. It refuses nothing, and what moderators alone learn leaves no trace that
 * reaches a device: no row in a shape, no entry in the journal.
 */
import type { TriggerContext } from '#server/sync/triggers.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { VoteEvent, VotePattern } from '#shared/votes/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { voteLimits, votePatternLimits } from '#shared/votes/rules.ts'
import { voteEvents, votePatterns, voteWarnings } from '#shared/votes/schema.ts'

const { manyVotes, manyDownVotes, pauseMs } = votePatternLimits

/** @param event the vote that was just noted. */
export async function noteVotePatterns(context: TriggerContext, event: VoteEvent): Promise<void> {
  const { userId, targetAuthorId, at } = event
  const recent = await context.tx.list(
    defineQuery({
      table: voteEvents,
      index: ['userId', 'targetAuthorId', 'at'],
      equals: [userId, targetAuthorId],
      from: at - manyVotes.withinMs,
      order: 'descending',
      // More are refused.
      limit: voteLimits.perHour,
    }),
  )
  const all = targetCount(recent)
  if (all >= manyVotes.count) {
    await record(context, event, 'many-votes', all)
    await warn(context.tx, userId, at)
  }
  if (!event.isDown) return
  const down = targetCount(recent.filter((one) => one.isDown && one.at >= at - manyDownVotes.withinMs))
  if (down >= manyDownVotes.count) await record(context, event, 'many-down-votes', down)
}

/** A vote that was made stronger, or on the other axis too, is still one thing voted on. */
function targetCount(events: readonly VoteEvent[]): number {
  return new Set(events.map(({ targetId }) => targetId)).size
}

/** One an hour for each voter, author and pattern; it grows with what follows. */
async function record({ tx, newId }: TriggerContext, event: VoteEvent, kind: VotePattern['kind'], voteCount: number): Promise<void> {
  const { userId: voterId, targetAuthorId: authorId, at } = event
  const [before] = await tx.list(
    defineQuery({
      table: votePatterns,
      index: ['voterId', 'authorId', 'kind', 'firstAt'],
      equals: [voterId, authorId, kind],
      from: at - pauseMs + 1,
      order: 'descending',
      limit: 1,
    }),
  )
  const next =
    before === undefined
      ? { id: newId(), kind, voterId, authorId, voteCount, firstAt: at, lastAt: at }
      : { ...before, voteCount: Math.max(before.voteCount, voteCount), lastAt: at }
  await tx.put(votePatterns, next)
}

async function warn(tx: Transaction, voterId: string, now: number): Promise<void> {
  const before = await tx.get(voteWarnings, voterId)
  if (before !== undefined && now - before.warnedAt < pauseMs) return
  await tx.put(voteWarnings, { id: voterId, warnedAt: now, readUpTo: before?.readUpTo ?? 0 })
}
