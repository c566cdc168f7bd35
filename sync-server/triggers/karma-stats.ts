import type { Transaction } from '#shared/kernel/transaction.ts'
import type { KarmaStats } from '#shared/accounts/schema.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'

/** Adds to a member's figures in the transaction of the mutation that earned them. */
export async function addToKarmaStats(tx: Transaction, userId: string, change: Partial<Omit<KarmaStats, 'id'>>): Promise<void> {
  if (Object.values(change).every((by) => by === 0)) return
  const before = (await tx.get(karmaStats, userId)) ?? { id: userId, karma: 0, postCount: 0, commentCount: 0 }
  const karma = before.karma + (change.karma ?? 0)
  await tx.put(karmaStats, {
    id: userId,
    karma,
    postCount: before.postCount + (change.postCount ?? 0),
    commentCount: before.commentCount + (change.commentCount ?? 0),
  })
  if ((change.karma ?? 0) > 0) await grantByKarma(tx, userId, karma)
}

/**
 * Looked at when somebody receives a vote (content.md 12.1). What was granted stays when karma
 * falls.
 */
const grants = [
  [50, 'canModeratePersonal'],
  [2_000, 'trusted'],
] as const

async function grantByKarma(tx: Transaction, userId: string, karma: number): Promise<void> {
  const earned = grants.filter(([from]) => karma >= from).map(([, group]) => group)
  if (earned.length === 0) return
  const member = await tx.get(members, userId)
  // What the staff took is theirs to give again.
  const missing = earned.filter((group) => member?.groups.includes(group) === false && member.revokedGroups?.includes(group) !== true)
  if (member !== undefined && missing.length > 0) await tx.put(members, { ...member, groups: [...member.groups, ...missing] })
}
