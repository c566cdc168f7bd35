import * as z from 'zod/mini'
import { Hash } from '../accounts/fields.ts'
import { members } from '../accounts/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { keysOf } from './key-records.ts'
import { apiKeyLimits, isLiveKey } from './rules.ts'
import { apiKeys, apiScopes } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'

/** Keys for programs. Only the server sends these: it alone has seen the secret. */

const endedRetentionMs = 30 * dayMs
/**
 * With the live ones far below what `keysOf` finds: no key can hide behind ended ones from its end.
 */
const maxEnded = 100

/**
 * @throws AppError 'taken' for the name of another live key; 'conflict' with `keys` when there are
 *   too many; 'invalid' for an end out of reach.
 */
export const makeKey = defineMutation({
  name: 'api.makeKey',
  from: 'server',
  args: z.strictObject({
    id: Id,
    tokenHash: Hash,
    userId: Id,
    name: line(1, apiKeyLimits.name),
    scopes: z.array(z.enum(apiScopes)).check(z.minLength(1), z.maxLength(apiScopes.length)),
    expiresAt: Time,
  }),
  async run({ tx, now }, { id, tokenHash, userId, name, scopes, expiresAt }) {
    if (await tx.get(apiKeys, id)) return
    const member = await getOrThrow(tx, members, userId)
    if (member.isDeactivated) throw new AppError('not-found')
    if (member.bannedUntil !== null && member.bannedUntil > now) throw new AppError('not-allowed', { reason: 'banned' })
    if (expiresAt <= now || expiresAt > now + apiKeyLimits.longestMs) throw new AppError('invalid', { field: 'endsOn' })
    const all = await tx.list(keysOf(userId))
    const live = all.filter((key) => isLiveKey(key, now))
    if (live.some((key) => key.name === name)) throw new AppError('taken', { field: 'name' })
    if (live.length >= apiKeyLimits.perMember) throw new AppError('conflict', { field: 'keys' })
    const ended = all.filter((key) => !isLiveKey(key, now))
    for (const [place, key] of ended.entries()) {
      const isOld = Math.min(key.endedAt ?? Infinity, key.expiresAt) < now - endedRetentionMs
      if (isOld || place >= maxEnded) await tx.delete(apiKeys, key.id)
    }
    const states = { createdAt: now, expiresAt, lastUsedOn: null, endedAt: null }
    await tx.put(apiKeys, { id, tokenHash, userId, name, scopes: apiScopes.filter((scope) => scopes.includes(scope)), ...states })
  },
})

/**
 * Holds from the next mutation on: each asks in its own transaction. @throws AppError 'not-found'
 * when it is not a key of this member.
 */
export const endKey = defineMutation({
  name: 'api.endKey',
  from: 'server',
  args: z.strictObject({ userId: Id, keyId: Id }),
  async run({ tx, now }, { userId, keyId }) {
    const key = await getOrThrow(tx, apiKeys, keyId)
    if (key.userId !== userId) throw new AppError('not-found')
    if (key.endedAt === null) await tx.put(apiKeys, { ...key, endedAt: now })
  },
})

/** Notes that a key is in use, once a day. */
export const touchKey = defineMutation({
  name: 'api.touchKey',
  from: 'server',
  args: z.strictObject({ keyId: Id, day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/u)) }),
  async run({ tx }, { keyId, day }) {
    const key = await tx.get(apiKeys, keyId)
    if (key !== undefined && (key.lastUsedOn ?? '') < day) await tx.put(apiKeys, { ...key, lastUsedOn: day })
  },
})
