import * as z from 'zod/mini'
import type { Transaction } from '../kernel/transaction.ts'
import type { SecondFactor } from './second-factor-schema.ts'
import { AppError } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { defineQuery } from '../kernel/query.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { minuteMs } from '../kernel/durations.ts'
import { proveEmail, sessionsOf } from './credential-records.ts'
import { Hash } from './fields.ts'
import { passkeysOf } from './passkey-mutations.ts'
import { passkeys } from './passkey-schema.ts'
import { credentials, sessions } from './schema.ts'
import { secondFactorLimits } from './second-factor-limits.ts'
import { secondFactors, signInRules, startedSignIns } from './second-factor-schema.ts'

/**
 * The second factor: switched on by a first code, asked for after the password, each code taken
 * once. Only the server sends these: it alone has checked passwords and codes.
 */

/** How long things hold, ms. */
export const secondFactorTimes = {
  /** From the sight of the secret to its first code. */
  setUp: 30 * minuteMs,
  /** From the password to the code. */
  signIn: 10 * minuteMs,
} as const
const startedAtOnce = 5

const RecoveryHashes = z.array(Hash).check(z.maxLength(secondFactorLimits.recoveryCodes))

/** Another secret takes the place of one without a first code. @throws AppError 'conflict' */
export const startSecondFactor = defineMutation({
  name: 'accounts.startSecondFactor',
  from: 'server',
  args: z.strictObject({ userId: Id, secret: z.string().check(z.minLength(32), z.maxLength(64)) }),
  async run({ tx, now }, { userId, secret }) {
    const before = await tx.get(secondFactors, userId)
    if (before?.secret === secret) return
    if (typeof before?.confirmedAt === 'number') throw new AppError('conflict', { field: 'code' })
    await tx.put(secondFactors, { id: userId, secret, startedAt: now, confirmedAt: null, lastStep: -1, recoveryHashes: [] })
  },
})

/**
 * A first code was right: from now on one is asked for, and other browsers have to bring one too.
 * @throws AppError 'token-invalid' where the secret is too old or another one.
 */
export const confirmSecondFactor = defineMutation({
  name: 'accounts.confirmSecondFactor',
  from: 'server',
  args: z.strictObject({ userId: Id, secret: z.string(), step: z.int(), recoveryHashes: RecoveryHashes, keeps: z.nullable(Id) }),
  async run({ tx, now }, { userId, secret, step, recoveryHashes, keeps }) {
    const factor = await tx.get(secondFactors, userId)
    if (factor?.secret !== secret || factor.confirmedAt !== null || factor.startedAt < now - secondFactorTimes.setUp)
      throw new AppError('token-invalid', { field: 'setUp' })
    await tx.put(secondFactors, { ...factor, confirmedAt: now, lastStep: step, recoveryHashes })
    for (const session of await tx.list(sessionsOf(userId)))
      if (session.id !== keeps && session.endedAt === null) await tx.put(sessions, { ...session, endedAt: now })
  },
})

/** The password was right; the code is awaited. Few at once for one account. */
export const startSignIn = defineMutation({
  name: 'accounts.startSignIn',
  from: 'server',
  args: z.strictObject({
    ...{ id: Hash, userId: Id, passwordKey: Hash, forgets: z.array(z.string()).check(z.maxLength(4)) },
    provesEmail: z.optional(z.string()),
  }),
  async run({ tx, now }, { id, userId, ...kept }) {
    const before = await tx.list(
      defineQuery({ table: startedSignIns, index: ['userId', 'expiresAt'], equals: [userId], order: 'descending', limit: 100 }),
    )
    for (const old of before.slice(startedAtOnce - 1)) await tx.delete(startedSignIns, old.id)
    const over = defineQuery({ table: startedSignIns, index: ['expiresAt'], equals: [], until: now, order: 'ascending', limit: 100 })
    for (const old of await tx.list(over)) await tx.delete(startedSignIns, old.id)
    await tx.put(startedSignIns, { ...kept, id, userId, expiresAt: now + secondFactorTimes.signIn })
  },
})

/** What was typed after the password: a code's step, or a recovery code's hash. */
const Used = z.union([z.strictObject({ step: z.int() }), z.strictObject({ recoveryHash: Hash })])
export type UsedFactor = z.infer<typeof Used>

/**
 * Takes a code that the server found right, once. @param startedId the sign-in that it ends; `null`
 * where it only confirms. @throws AppError 'token-invalid': it was used before, or nothing waits
 * for it.
 */
export const useSecondFactor = defineMutation({
  name: 'accounts.useSecondFactor',
  from: 'server',
  args: z.strictObject({ userId: Id, startedId: z.nullable(Hash), used: Used }),
  async run({ tx, now }, { userId, startedId, used }) {
    await takeCode(tx, await confirmedFactor(tx, userId), used)
    if (startedId === null) return
    const started = await tx.get(startedSignIns, startedId)
    if (started?.userId !== userId || started.expiresAt <= now) throw new AppError('token-invalid', { field: 'signInStep' })
    await tx.delete(startedSignIns, startedId)
    const credential = started.provesEmail === undefined ? undefined : await tx.get(credentials, userId)
    if (credential !== undefined && credential.email === started.provesEmail) await proveEmail(tx, credential, now)
  },
})

/** Ten new ones in place of what was left. */
export const replaceRecoveryCodes = defineMutation({
  name: 'accounts.replaceRecoveryCodes',
  from: 'server',
  args: z.strictObject({ userId: Id, used: Used, recoveryHashes: RecoveryHashes }),
  async run({ tx }, { userId, used, recoveryHashes }) {
    await takeCode(tx, await confirmedFactor(tx, userId), used)
    await tx.put(secondFactors, { ...(await getOrThrow(tx, secondFactors, userId)), recoveryHashes })
  },
})

export const endSecondFactor = defineMutation({
  name: 'accounts.endSecondFactor',
  from: 'server',
  args: z.strictObject({ userId: Id, used: Used }),
  async run({ tx }, { userId, used }) {
    await takeCode(tx, await confirmedFactor(tx, userId), used)
    await tx.delete(secondFactors, userId)
  },
})

/**
 * The operator's way out for who has lost the app and the recovery codes, or the device with the
 * passkey.
 */
export const removeSecondFactor = defineMutation({
  name: 'accounts.removeSecondFactor',
  from: 'server',
  args: z.strictObject({ userId: Id }),
  async run({ tx }, { userId }) {
    if ((await tx.get(secondFactors, userId)) !== undefined) await tx.delete(secondFactors, userId)
    for (const passkey of await tx.list(passkeysOf(userId))) await tx.delete(passkeys, passkey.id)
  },
})

/** As the operator has set it, said anew at each start. */
export const setSignInRules = defineMutation({
  name: 'accounts.setSignInRules',
  from: 'server',
  args: z.strictObject({ staffNeedSecondFactor: z.boolean() }),
  async run({ tx }, rules) {
    if ((await tx.get(signInRules, 'site'))?.staffNeedSecondFactor === rules.staffNeedSecondFactor) return
    await tx.put(signInRules, { id: 'site', ...rules })
  },
})

async function confirmedFactor(tx: Transaction, userId: string): Promise<SecondFactor> {
  const factor = await tx.get(secondFactors, userId)
  if (factor === undefined || factor.confirmedAt === null) throw new AppError('token-invalid', { field: 'code' })
  return factor
}

async function takeCode(tx: Transaction, factor: SecondFactor, used: UsedFactor): Promise<void> {
  if ('step' in used) {
    if (used.step <= factor.lastStep) throw new AppError('token-invalid', { field: 'code' })
    return tx.put(secondFactors, { ...factor, lastStep: used.step })
  }
  const recoveryHashes = factor.recoveryHashes.filter((hash) => hash !== used.recoveryHash)
  if (recoveryHashes.length === factor.recoveryHashes.length) throw new AppError('token-invalid', { field: 'code' })
  await tx.put(secondFactors, { ...factor, recoveryHashes })
}
