import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Standing } from '#shared/accounts/schema.ts'
import { standings } from '#shared/accounts/schema.ts'

/** Adds to a member's figures in the transaction of the deed that earned them. */
export async function addToStanding(tx: Transaction, userId: string, change: Partial<Omit<Standing, 'id'>>): Promise<void> {
  if (Object.values(change).every((by) => by === 0)) return
  const before = (await tx.get(standings, userId)) ?? { id: userId, karma: 0, postCount: 0, commentCount: 0 }
  await tx.put(standings, {
    id: userId,
    karma: before.karma + (change.karma ?? 0),
    postCount: before.postCount + (change.postCount ?? 0),
    commentCount: before.commentCount + (change.commentCount ?? 0),
  })
}
