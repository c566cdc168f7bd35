import type { Transaction } from '../kernel/transaction.ts'
import { defineQuery } from '../kernel/query.ts'
import { apiCalls, apiKeys } from './schema.ts'

/** What is found of keys and ended with a member's sign-ins. Server only, like their tables. */

/** Newest first. */
export const keysOf = (userId: string) =>
  defineQuery({ table: apiKeys, index: ['userId', 'createdAt'], equals: [userId], order: 'descending', limit: 200 })

export const keyByHash = (tokenHash: string) =>
  defineQuery({ table: apiKeys, index: ['tokenHash'], equals: [tokenHash], order: 'ascending', limit: 1 })

export const mutationsBefore = (at: number, limit: number) =>
  defineQuery({ table: apiCalls, index: ['at'], equals: [], until: at, order: 'ascending', limit })

export async function endKeysOf(tx: Transaction, userId: string, now: number): Promise<void> {
  for (const key of await tx.list(keysOf(userId))) if (key.endedAt === null) await tx.put(apiKeys, { ...key, endedAt: now })
}
