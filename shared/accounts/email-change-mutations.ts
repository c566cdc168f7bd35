import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Transaction } from '../kernel/transaction.ts'
import type { Credential, EmailToken } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'
import { AppError } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { credentialByEmail, endSessionsOf, tokensOf, usableToken, voidTokens } from './credential-records.ts'
import { Email, emailKeyOf } from './email.ts'
import { Hash, PasswordHash } from './fields.ts'
import { passkeysOf } from './passkey-mutations.ts'
import { passkeys } from './passkey-schema.ts'
import { dropIdentities } from './provider-mutations.ts'
import { credentials, emailTokens, members } from './schema.ts'
import { secondFactors } from './second-factor-schema.ts'

/**
 * A member gives their account another address. The old one stays until a link mailed to the new
 * one was used, and can take the change back for a week afterwards.
 */

export const emailChangeLimits = { perDay: 5, confirmMs: dayMs, restoreMs: 7 * dayMs } as const

/** What an open link of one address must not outlive: another address, or another password. */
const tokensOfAddress = ['changeEmail', 'restoreEmail', 'resetPassword'] as const

/**
 * The server has checked the password, whose hash is `oldHash`. An earlier request is void. Whether
 * somebody has the new address is not asked: nobody may learn it.
 * @throws AppError 'conflict' with 'newEmail' for the present address, with 'password' when that
 *   changed since; 'rate-limited'
 */
export const requestEmailChange = defineMutation({
  name: 'accounts.requestEmailChange',
  from: 'server',
  args: z.strictObject({ userId: Id, oldHash: PasswordHash, email: Email, tokenHash: Hash }),
  async run({ tx, now }, { userId, oldHash, email, tokenHash }) {
    if (await tx.get(emailTokens, tokenHash)) return
    const credential = await getOrThrow(tx, credentials, userId)
    if (credential.passwordHash !== oldHash) throw new AppError('conflict', { field: 'password' })
    await askForAddress({ tx, now }, credential, email, tokenHash)
  },
})

/** @throws AppError 'conflict' with 'newEmail' for the present address; 'rate-limited' */
export async function askForAddress(
  { tx, now }: Pick<MutationContext, 'tx' | 'now'>,
  { id: userId, email: present }: Credential,
  email: string,
  tokenHash: string,
): Promise<void> {
  if (emailKeyOf(email) === emailKeyOf(present)) throw new AppError('conflict', { field: 'newEmail' })
  const earlier = await tx.list(tokensOf(userId, 'changeEmail'))
  const today = earlier.map(({ createdAt }) => createdAt).filter((at) => at > now - dayMs)
  if (today.length >= emailChangeLimits.perDay)
    throw new AppError('rate-limited', { field: 'newEmail', retryAfterMs: Math.min(...today) + dayMs - now })
  await voidTokens(tx, userId, ['changeEmail'], now)
  const expiresAt = now + emailChangeLimits.confirmMs
  await tx.put(emailTokens, { id: tokenHash, kind: 'changeEmail', userId, email, createdAt: now, expiresAt, usedAt: null })
}

/** A request that its member thought better of, or that another password makes void. */
export const cancelEmailChange = defineMutation({
  name: 'accounts.cancelEmailChange',
  from: 'server',
  args: z.strictObject({ userId: Id }),
  run: ({ tx, now }, { userId }) => voidTokens(tx, userId, ['changeEmail'], now),
})

/**
 * The new address is proved by the link, and takes the place of the old one. A proved old address
 * gets a week to take it back, by `restoreHash`; one that was never proved may be a stranger's.
 * @throws AppError 'token-invalid', also when another account has proved the address meanwhile.
 */
export const confirmEmailChange = defineMutation({
  name: 'accounts.confirmEmailChange',
  from: 'server',
  args: z.strictObject({ tokenHash: Hash, restoreHash: Hash }),
  async run({ tx, now }, { tokenHash, restoreHash }) {
    const before = await takeAddress(tx, await usableToken(tx, tokenHash, 'changeEmail', now), now)
    await voidTokens(tx, before.id, ['changeEmail', 'resetPassword'], now)
    if (before.emailVerifiedAt === null) return
    await tx.put(emailTokens, {
      ...{ id: restoreHash, kind: 'restoreEmail', userId: before.id, email: before.email, createdAt: now },
      ...{ expiresAt: now + emailChangeLimits.restoreMs, usedAt: null },
    })
  },
})

/**
 * The old address takes the account back: it is the account's again, every session ends, and what
 * was mailed to other addresses or set up for signing in since is void. @throws AppError
 * 'token-invalid'
 */
export const restoreEmail = defineMutation({
  name: 'accounts.restoreEmail',
  from: 'server',
  args: z.strictObject({ tokenHash: Hash }),
  async run({ tx, now }, { tokenHash }) {
    const token = await usableToken(tx, tokenHash, 'restoreEmail', now)
    const { id } = await takeAddress(tx, token, now)
    await voidTokens(tx, id, tokensOfAddress, now)
    await dropWaysIn(tx, id, token.createdAt)
    await endSessionsOf(tx, id, now, null)
  },
})

/** Who changed the address may have made other ways in since, and a second step of their own. */
async function dropWaysIn(tx: Transaction, userId: string, since: number): Promise<void> {
  for (const passkey of await tx.list(passkeysOf(userId))) if (passkey.createdAt >= since) await tx.delete(passkeys, passkey.id)
  await dropIdentities(tx, userId, since)
  const factor = await tx.get(secondFactors, userId)
  if (factor !== undefined && factor.startedAt >= since) await tx.delete(secondFactors, userId)
}

/**
 * Gives the token's account its address, which nobody else may have proved.
 * @returns what the account had before.
 */
async function takeAddress(tx: Transaction, token: EmailToken, now: number): Promise<Credential> {
  const credential = token.userId === null ? undefined : await tx.get(credentials, token.userId)
  const member = await tx.get(members, credential?.id ?? '')
  if (credential === undefined || member === undefined || member.isDeactivated) throw new AppError('token-invalid')
  const holder = await credentialByEmail(tx, token.email)
  if (holder !== undefined && holder.id !== credential.id) throw new AppError('token-invalid')
  await tx.put(credentials, { ...credential, email: token.email, emailKey: emailKeyOf(token.email), emailVerifiedAt: now })
  return credential
}
