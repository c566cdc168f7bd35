import type { Read, Transaction } from '../kernel/transaction.ts'
import type { Credential, EmailToken } from './schema.ts'
import { endKeysOf } from '../api/key-records.ts'
import { calendarLinks } from '../events/calendar-schema.ts'
import { AppError } from '../kernel/errors.ts'
import { defineQuery } from '../kernel/query.ts'
import { emailKeyOf } from './email.ts'
import { attempts, credentials, emailTokens, sessions } from './schema.ts'

/**
 * What the sign-in mutations share: how sessions, tokens and tries are found and ended. Server
 * only, like their tables.
 */

export async function endSessionsOf(tx: Transaction, userId: string, now: number, keeps: string | null): Promise<void> {
  for (const session of await tx.list(sessionsOf(userId))) {
    if (session.id !== keeps && session.endedAt === null) await tx.put(sessions, { ...session, endedAt: now })
  }
  // A program with a key is signed in, too.
  await endKeysOf(tx, userId, now)
  // And who has the address of the calendar knows where its member goes.
  await tx.delete(calendarLinks, userId)
}

/** Forgets what ended or expired long ago, and ends the least used of too many. */
export async function dropStaleSessions(
  tx: Transaction,
  userId: string,
  now: number,
  options: { retentionMs: number; most: number },
): Promise<void> {
  const rows = await tx.list(sessionsOf(userId))
  const live = rows.filter((session) => session.endedAt === null && session.expiresAt > now)
  for (const session of live.slice(options.most - 1)) await tx.put(sessions, { ...session, endedAt: now })
  for (const session of rows) {
    if (Math.min(session.endedAt ?? Infinity, session.expiresAt) < now - options.retentionMs) await tx.delete(sessions, session.id)
  }
}

/** Last used first. */
export function sessionsOf(userId: string) {
  return defineQuery({ table: sessions, index: ['userId', 'lastSeenAt'], equals: [userId], order: 'descending', limit: 1_000 })
}

export function tokensOf(userId: string, kind: EmailToken['kind']) {
  return defineQuery({ table: emailTokens, index: ['userId', 'kind'], equals: [userId, kind], order: 'ascending', limit: 1_000 })
}

/** What was mailed and not used leads nowhere any more. */
export async function voidTokens(tx: Transaction, userId: string, kinds: readonly EmailToken['kind'][], now: number): Promise<void> {
  for (const kind of kinds)
    for (const token of await tx.list(tokensOf(userId, kind)))
      if (token.usedAt === null) await tx.put(emailTokens, { ...token, usedAt: now })
}

/**
 * @throws AppError 'token-invalid' for an unknown, used, expired or different one: nobody learns
 *   which.
 */
export async function usableToken(read: Read, tokenHash: string, kind: EmailToken['kind'], now: number): Promise<EmailToken> {
  const token = await read.get(emailTokens, tokenHash)
  if (token === undefined || token.kind !== kind || token.usedAt !== null || token.expiresAt <= now) throw new AppError('token-invalid')
  return token
}

/**
 * The account a token was sent for, if the address is still its own. @throws AppError
 * 'token-invalid'
 */
export async function credentialOf(read: Read, token: EmailToken): Promise<Credential> {
  const credential = token.userId === null ? undefined : await read.get(credentials, token.userId)
  if (credential === undefined || emailKeyOf(credential.email) !== emailKeyOf(token.email)) throw new AppError('token-invalid')
  return credential
}

/** @throws AppError 'token-invalid' when another account has proved the address. */
export async function proveEmail(tx: Transaction, credential: Credential, now: number): Promise<void> {
  if (credential.emailVerifiedAt !== null) return
  const holder = await credentialByEmail(tx, credential.email)
  if (holder !== undefined && holder.id !== credential.id) throw new AppError('token-invalid')
  await tx.put(credentials, { ...credential, emailKey: emailKeyOf(credential.email), emailVerifiedAt: now })
}

/** The account that has proved this address. */
export async function credentialByEmail(read: Read, email: string): Promise<Credential | undefined> {
  const [found] = await read.list(
    defineQuery({ table: credentials, index: ['emailKey'], equals: [emailKeyOf(email)], order: 'ascending', limit: 1 }),
  )
  return found
}

/** Accounts that claim this address without proof. */
export async function claimsOf(read: Read, email: string): Promise<readonly Credential[]> {
  const key = emailKeyOf(email)
  return read.list(
    // From the key with a space to the key with what follows a space: see claimKeyOf.
    defineQuery({ table: credentials, index: ['emailKey'], equals: [], from: `${key} `, until: `${key}!`, order: 'ascending', limit: 20 }),
  )
}

export async function forgetAttempts(tx: Transaction, key: string): Promise<void> {
  const found = await tx.list(defineQuery({ table: attempts, index: ['key', 'at'], equals: [key], order: 'descending', limit: 100 }))
  for (const attempt of found) await tx.delete(attempts, attempt.id)
}
