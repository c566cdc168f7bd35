import type { KeyUse } from '#server/sync/server-registry.ts'
import type { ApiScope } from '#shared/api/schema.ts'
import type { Apply } from '#server/http/ports.ts'
import type { Caller } from './callers.ts'
import { createHash } from 'node:crypto'
import { AppError } from '#shared/kernel/errors.ts'
import { makeId } from '#shared/kernel/ids.ts'
import { applied } from '#server/http/define-form.ts'
import { newId } from '#server/http/new-id.ts'
import { sha256 } from './key-token.ts'

/**
 * A mutation about to be done with a key: what it makes has an id that follows from the idempotency
 * key, so that a second try makes nothing.
 */
export interface KeyedMutation {
  readonly userId: string
  /** The same for the same idempotency key. */
  id(part: string): string
  /**
   * Done once for one idempotency key. @param part what tells it from the first of several that one
   * request does. @throws AppError
   */
  apply(name: string, args: unknown, part?: string): Promise<number>
}

interface Asked {
  readonly caller: Caller
  readonly scope: ApiScope
  readonly idempotencyKey: string | null
  /** All that was asked: another request under the same key is refused. */
  readonly wanted: unknown
  readonly now: number
}

/** @throws AppError 'not-allowed' without a key; 'invalid' for an idempotency key that is none. */
export function keyedMutation(apply: Apply, { caller: { key, viewer }, scope, idempotencyKey, wanted, now }: Asked): KeyedMutation {
  if (key === null || viewer.kind === 'visitor') throw new AppError('not-allowed', { reason: 'key-needed' })
  if (idempotencyKey !== null && !/^[\x21-\x7e]{8,200}$/u.test(idempotencyKey)) throw new AppError('invalid', { field: 'idempotency-key' })
  const { userId } = viewer
  const mutationId = idempotencyKey === null ? newId(now) : `${key.id}:${sha256(idempotencyKey)}`
  const fingerprint = sha256(JSON.stringify(wanted))
  return {
    userId,
    id(part) {
      const bytes = createHash('sha256').update(`${mutationId}\n${part}`).digest()
      // The time in an id is nothing that anybody goes by; this one is the same at every try.
      return makeId(idempotencyKey === null ? now : key.createdAt, bytes)
    },
    apply: (name, args, part) => {
      const byKey: KeyUse = { keyId: key.id, scope, mutationId: part === undefined ? mutationId : `${mutationId}:${part}`, fingerprint }
      return applied(apply, { name, args, userId, source: 'member', byKey })
    },
  }
}
