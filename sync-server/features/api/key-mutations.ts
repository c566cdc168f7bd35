import type { ApiKey } from '#shared/api/schema.ts'
import type { ServerRegistry } from '#server/sync/server-registry.ts'
import { mutationsBefore } from '#shared/api/key-records.ts'
import { canUseKey } from '#shared/api/rules.ts'
import { apiCalls, apiKeys, apiScopes } from '#shared/api/schema.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const retentionMs = 90 * dayMs
/** Forgotten with each new one. */
const prunedAtOnce = 20

/**
 * In the transaction of a mutation: the key stands at this moment, is its member's, and was made
 * for this; and that it did this is noted.
 * @throws AppError 'not-allowed' with 'key-invalid' or 'key-scope'; 'conflict' for another mutation
 *   under one idempotency key.
 */
export const requireApiKey: NonNullable<ServerRegistry['requireApiKey']> = async (
  tx,
  { name, userId },
  { keyId, scope, mutationId, fingerprint },
  now,
) => {
  const key = await tx.get(apiKeys, keyId)
  requireUsable(key, scope, userId, now)
  const before = await tx.get(apiCalls, mutationId)
  if (before !== undefined) {
    if (before.keyId !== keyId || before.mutation !== name || before.fingerprint !== fingerprint)
      throw new AppError('conflict', { field: 'idempotency-key' })
    return true
  }
  await forgetOld(tx, now)
  await tx.put(apiCalls, { id: mutationId, keyId, userId: key.userId, mutation: name, fingerprint, at: now })
  return false
}

function requireUsable(key: ApiKey | undefined, scope: string, userId: string | null, now: number): asserts key is ApiKey {
  const known = apiScopes.find((one) => one === scope)
  if (key === undefined || known === undefined || key.userId !== userId) throw new AppError('not-allowed', { reason: 'key-invalid' })
  authorize(canUseKey(key, known, now))
}

async function forgetOld(tx: Parameters<typeof requireApiKey>[0], now: number): Promise<void> {
  for (const { id } of await tx.list(mutationsBefore(now - retentionMs, prunedAtOnce))) await tx.delete(apiCalls, id)
}
