import type { Transaction } from '#shared/kernel/transaction.ts'
import { emptyPostDay, postDayId, postDays } from '#shared/analytics/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** Adds a vote on a post to its day, in the transaction of the vote. */
export async function addVoteToPostDay(tx: Transaction, postId: string, now: number, karma: number, votes: number): Promise<void> {
  const day = Math.floor(now / dayMs)
  const before = (await tx.get(postDays, postDayId(postId, day))) ?? emptyPostDay(postId, day)
  await tx.put(postDays, { ...before, karma: before.karma + karma, votes: before.votes + votes })
}
