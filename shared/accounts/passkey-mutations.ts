import * as z from 'zod/mini'
import type { Transaction } from '../kernel/transaction.ts'
import type { Passkey as PasskeyRow } from './passkey-schema.ts'
import { hourMs, minuteMs } from '../kernel/durations.ts'
import { AppError } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { defineQuery } from '../kernel/query.ts'
import { Hash } from './fields.ts'
import { passkeyLimits } from './passkey-limits.ts'
import { Passkey, PasskeyId, passkeyChallenges, passkeys } from './passkey-schema.ts'

/** Signing in without a password. Only the server sends these: it alone has checked signatures. */

export const passkeyTimes = {
  /** From the password to the new passkey. */
  adding: 10 * minuteMs,
  /** A sign-in page may stand open for a while. */
  signIn: hourMs,
} as const

/** Last made first. */
export const passkeysOf = (userId: string) =>
  defineQuery({ table: passkeys, index: ['userId', 'createdAt'], equals: [userId], order: 'descending', limit: passkeyLimits.perMember })

export const startPasskey = defineMutation({
  name: 'accounts.startPasskey',
  from: 'server',
  args: z.strictObject({ id: Hash, userId: z.nullable(Id) }),
  async run({ tx, now }, { id, userId }) {
    const over = defineQuery({ table: passkeyChallenges, index: ['expiresAt'], equals: [], until: now, order: 'ascending', limit: 100 })
    for (const old of await tx.list(over)) await tx.delete(passkeyChallenges, old.id)
    const expiresAt = now + (userId === null ? passkeyTimes.signIn : passkeyTimes.adding)
    await tx.put(passkeyChallenges, { id, userId, expiresAt })
  },
})

const { publicKey, counter, transports, name } = Passkey.shape

/** @throws AppError 'token-invalid'; 'conflict' for one that is somebody's already, or too many */
export const addPasskey = defineMutation({
  name: 'accounts.addPasskey',
  from: 'server',
  args: z.strictObject({ challengeId: Hash, userId: Id, id: PasskeyId, publicKey, counter, transports, name }),
  async run({ tx, now }, { challengeId, ...passkey }) {
    await takeChallenge(tx, challengeId, passkey.userId, now)
    const { length } = await tx.list(passkeysOf(passkey.userId))
    if (length >= passkeyLimits.perMember || (await tx.get(passkeys, passkey.id)) !== undefined)
      throw new AppError('conflict', { field: 'passkey' })
    await tx.put(passkeys, { ...passkey, createdAt: now, lastUsedAt: null })
  },
})

/**
 * A signature was right, and is taken once. @throws AppError 'token-invalid': it was taken before,
 * or the key counts backwards, as a copy of it would.
 */
export const usePasskey = defineMutation({
  name: 'accounts.usePasskey',
  from: 'server',
  args: z.strictObject({ challengeId: Hash, id: PasskeyId, counter }),
  async run({ tx, now }, { challengeId, id, counter: count }) {
    await takeChallenge(tx, challengeId, null, now)
    const passkey = await tx.get(passkeys, id)
    if (passkey === undefined || ((count > 0 || passkey.counter > 0) && count <= passkey.counter))
      throw new AppError('token-invalid', { field: 'passkey' })
    await tx.put(passkeys, { ...passkey, counter: count, lastUsedAt: now })
  },
})

/** @throws AppError 'not-found' when it is none of this member's. */
export const renamePasskey = defineMutation({
  name: 'accounts.renamePasskey',
  from: 'server',
  args: z.strictObject({ userId: Id, id: PasskeyId, name }),
  async run({ tx }, { userId, id, name: newName }) {
    await tx.put(passkeys, { ...(await ownPasskey(tx, userId, id)), name: newName })
  },
})

/** @throws AppError 'not-found' when it is none of this member's. */
export const removePasskey = defineMutation({
  name: 'accounts.removePasskey',
  from: 'server',
  args: z.strictObject({ userId: Id, id: PasskeyId }),
  async run({ tx }, { userId, id }) {
    await tx.delete(passkeys, (await ownPasskey(tx, userId, id)).id)
  },
})

async function ownPasskey(tx: Transaction, userId: string, id: string): Promise<PasskeyRow> {
  const passkey = await tx.get(passkeys, id)
  if (passkey === undefined || passkey.userId !== userId) throw new AppError('not-found')
  return passkey
}

async function takeChallenge(tx: Transaction, id: string, userId: string | null, now: number): Promise<void> {
  const challenge = await tx.get(passkeyChallenges, id)
  if (challenge === undefined || challenge.userId !== userId || challenge.expiresAt <= now)
    throw new AppError('token-invalid', { field: 'passkey' })
  await tx.delete(passkeyChallenges, id)
}
