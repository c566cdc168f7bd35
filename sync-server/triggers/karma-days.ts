import type { Transaction } from '#shared/kernel/transaction.ts'
import { dayOf, karmaDays } from '#shared/feed/board-schema.ts'

/** Adds to what somebody's work was given today, in the transaction of the vote. */
export async function addToKarmaDay(tx: Transaction, userId: string, now: number, by: number): Promise<void> {
  if (by === 0) return
  const day = dayOf(now)
  const id = `${userId}:${day}`
  const before = await tx.get(karmaDays, id)
  await tx.put(karmaDays, { id, userId, day, karma: (before?.karma ?? 0) + by })
}
