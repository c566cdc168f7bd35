/**
 * What votes give to somebody's work, gathered for the batch in which they are told of it
 * (sync-server/notify/karma.ts).
 */
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Vote } from '#shared/votes/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { karmaBatches, karmaChanges } from '#server/notify/tables.ts'
import { karmaDueAt } from '#server/notify/times.ts'

type Given = Pick<Vote, 'targetKind' | 'targetId'> & { readonly postId: string; readonly by: number }

/**
 * In the transaction of the vote. The first one says when the batch is due; whoever wants to hear
 * nothing has none.
 */
export async function addToKarmaBatch(tx: Transaction, userId: string, { by, ...target }: Given, now: number): Promise<void> {
  if (by === 0) return
  if ((await tx.get(karmaBatches, userId)) === undefined) {
    const dueAt = karmaDueAt(await settingsOf(tx, userId), now)
    if (dueAt === null) return
    await tx.put(karmaBatches, { id: userId, since: now, dueAt })
  }
  const id = `${userId}:${target.targetId}`
  const sum = ((await tx.get(karmaChanges, id))?.by ?? 0) + by
  if (sum === 0) await tx.delete(karmaChanges, id)
  else await tx.put(karmaChanges, { id, userId, ...target, by: sum })
}

/** What was gathered for a member, a piece at a time. */
export const karmaGathered = (userId: string, limit: number) =>
  defineQuery({ table: karmaChanges, index: ['userId', 'targetId'], equals: [userId], order: 'ascending', limit })

const piece = 500

/** As if nothing had been given yet: the batch begins anew with what comes next. */
export async function forgetKarmaBatch(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(karmaBatches, userId)
  for (let found = await tx.list(karmaGathered(userId, piece)); found.length > 0; found = await tx.list(karmaGathered(userId, piece)))
    for (const { id } of found) await tx.delete(karmaChanges, id)
}
