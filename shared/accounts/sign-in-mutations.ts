import * as z from 'zod/mini'
import type { Credential, EmailToken } from './schema.ts'
import { AppError } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { defineQuery } from '../kernel/query.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { attemptWaitMs } from './attempt-wait.ts'
import {
  credentialOf,
  dropStaleSessions,
  endSessionsOf,
  forgetAttempts,
  proveEmail,
  tokensOf,
  usableToken,
  voidTokens,
} from './credential-records.ts'
import { Hash, PasswordHash } from './fields.ts'
import { attempts, credentials, emailTokens, members, sessions } from './schema.ts'
import { dayMs as day } from '../kernel/durations.ts'

/**
 * Sessions, mailed tokens, passwords and limits on guessing. Only the server sends these: it alone
 * has seen the secrets.
 */

const minute = 60_000

/** How long things hold, ms (community.md 13.6). */
export const accountTimes = {
  /** A session lives this long after it was last used; use is noted once an hour. */
  session: 180 * day,
  /** And no longer than this after signing in, however much it is used. */
  sessionAtMost: 365 * day,
  sessionTouch: 60 * minute,
  endedSessionsRetained: 30 * day,
  tokens: { verifyEmail: 7 * day, resetPassword: 60 * minute, unsubscribeAll: 365 * day, firstAdmin: 7 * day },
  betweenVerifications: minute,
  attemptsRetained: day,
} as const
const verificationsPerDay = 5
const sessionsPerMember = 100

/**
 * A browser signs in. `replaces`: the session it had before, which ends. @throws AppError
 * 'not-allowed' 'banned'; 'not-found' for a closed account.
 */
export const openSession = defineMutation({
  name: 'accounts.openSession',
  from: 'server',
  args: z.strictObject({
    sessionId: Id,
    tokenHash: Hash,
    userId: Id,
    label: z.string().check(z.maxLength(80)),
    replaces: z.nullable(Id),
    /** Wrong tries that this success forgives. */
    forgets: z.array(z.string()).check(z.maxLength(4)),
  }),
  async run({ tx, now }, args) {
    if (await tx.get(sessions, args.sessionId)) return
    const member = await getOrThrow(tx, members, args.userId)
    if (member.isDeactivated) throw new AppError('not-found')
    if (member.bannedUntil !== null && member.bannedUntil > now) throw new AppError('not-allowed', { reason: 'banned' })
    await dropStaleSessions(tx, args.userId, now, { retentionMs: accountTimes.endedSessionsRetained, most: sessionsPerMember })
    const before = args.replaces === null ? undefined : await tx.get(sessions, args.replaces)
    if (before?.endedAt === null) await tx.put(sessions, { ...before, endedAt: now })
    for (const key of args.forgets) await forgetAttempts(tx, key)
    await tx.put(sessions, {
      id: args.sessionId,
      tokenHash: args.tokenHash,
      userId: args.userId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + accountTimes.session,
      endedAt: null,
      label: args.label,
    })
  },
})

/**
 * Notes that a session is in use, at most once an hour; from then it lives its whole time again.
 */
export const touchSession = defineMutation({
  name: 'accounts.touchSession',
  from: 'server',
  args: z.strictObject({ sessionId: Id }),
  async run({ tx, now }, { sessionId }) {
    const session = await tx.get(sessions, sessionId)
    if (session === undefined || session.endedAt !== null || session.expiresAt <= now) return
    if (now - session.lastSeenAt < accountTimes.sessionTouch) return
    const expiresAt = Math.min(now + accountTimes.session, session.createdAt + accountTimes.sessionAtMost)
    await tx.put(sessions, { ...session, lastSeenAt: now, expiresAt })
  },
})

/** @throws AppError 'not-found' when it is not a session of this member. */
export const endSession = defineMutation({
  name: 'accounts.endSession',
  from: 'server',
  args: z.strictObject({ userId: Id, sessionId: Id }),
  async run({ tx, now }, { userId, sessionId }) {
    const session = await getOrThrow(tx, sessions, sessionId)
    if (session.userId !== userId) throw new AppError('not-found')
    if (session.endedAt === null) await tx.put(sessions, { ...session, endedAt: now })
  },
})

/** Ends every session of a member but one; `null` keeps none. */
export const endOtherSessions = defineMutation({
  name: 'accounts.endOtherSessions',
  from: 'server',
  args: z.strictObject({ userId: Id, keeps: z.nullable(Id) }),
  run: ({ tx, now }, { userId, keeps }) => endSessionsOf(tx, userId, now, keeps),
})

/**
 * Keeps what is needed to honour a secret sent by mail. A new reset token cancels earlier ones.
 * @throws AppError 'rate-limited' for verifications: one a minute, five a day; 'conflict' when the
 *   address is proved already.
 */
export const issueEmailToken = defineMutation({
  name: 'accounts.issueEmailToken',
  from: 'server',
  args: z.strictObject({
    tokenHash: Hash,
    kind: z.enum(['verifyEmail', 'resetPassword', 'unsubscribeAll', 'firstAdmin']),
    userId: z.nullable(Id),
    email: z.string(),
  }),
  async run({ tx, now }, { tokenHash, kind, userId, email }) {
    if (await tx.get(emailTokens, tokenHash)) return
    const earlier = userId === null ? [] : await tx.list(tokensOf(userId, kind))
    if (kind === 'verifyEmail' && userId !== null) {
      const credential = await getOrThrow(tx, credentials, userId)
      if (credential.emailVerifiedAt !== null) throw new AppError('conflict', { field: 'email' })
      requireVerificationMayGo(credential, earlier, now)
      await tx.put(credentials, { ...credential, verificationSentAt: now })
    }
    if (kind === 'resetPassword')
      for (const token of earlier) if (token.usedAt === null) await tx.put(emailTokens, { ...token, usedAt: now })
    await tx.put(emailTokens, {
      id: tokenHash,
      kind,
      userId,
      email,
      createdAt: now,
      expiresAt: now + accountTimes.tokens[kind],
      usedAt: null,
    })
  },
})

/**
 * Proves an address. Only the first account to prove an address has it; other accounts' claims to
 * it come to nothing.
 * @throws AppError 'token-invalid'
 */
export const redeemEmailToken = defineMutation({
  name: 'accounts.redeemEmailToken',
  from: 'server',
  args: z.strictObject({ tokenHash: Hash }),
  async run({ tx, now }, { tokenHash }) {
    const token = await usableToken(tx, tokenHash, 'verifyEmail', now)
    await proveEmail(tx, await credentialOf(tx, token), now)
    await tx.put(emailTokens, { ...token, usedAt: now })
  },
})

/**
 * Sets a forgotten password anew and ends every session. Whoever read the mail has proved the
 * address too. @throws AppError 'token-invalid'
 */
export const resetPassword = defineMutation({
  name: 'accounts.resetPassword',
  from: 'server',
  args: z.strictObject({ tokenHash: Hash, passwordHash: PasswordHash }),
  async run({ tx, now }, { tokenHash, passwordHash }) {
    const token = await usableToken(tx, tokenHash, 'resetPassword', now)
    const credential = await credentialOf(tx, token)
    await tx.put(emailTokens, { ...token, usedAt: now })
    await tx.put(credentials, { ...credential, passwordHash })
    await voidTokens(tx, credential.id, ['reopen'], now)
    await endSessionsOf(tx, credential.id, now, null)
    if (credential.emailVerifiedAt === null) await proveEmail(tx, { ...credential, passwordHash }, now)
  },
})

/**
 * The server has checked the old password, whose hash is `oldHash`. Other browsers are signed out.
 * @throws AppError 'conflict' when it changed since.
 */
export const changePassword = defineMutation({
  name: 'accounts.changePassword',
  from: 'server',
  args: z.strictObject({ userId: Id, oldHash: PasswordHash, passwordHash: PasswordHash, keeps: z.nullable(Id) }),
  async run({ tx, now }, { userId, oldHash, passwordHash, keeps }) {
    const credential = await getOrThrow(tx, credentials, userId)
    if (credential.passwordHash === passwordHash) return
    if (credential.passwordHash !== oldHash) throw new AppError('conflict', { field: 'password' })
    await tx.put(credentials, { ...credential, passwordHash })
    await endSessionsOf(tx, userId, now, keeps)
  },
})

/** The same password under newer parameters; nothing if it was changed meanwhile. */
export const rehash = defineMutation({
  name: 'accounts.rehash',
  from: 'server',
  args: z.strictObject({ userId: Id, oldHash: PasswordHash, newHash: PasswordHash }),
  async run({ tx }, { userId, oldHash, newHash }) {
    const credential = await getOrThrow(tx, credentials, userId)
    if (credential.passwordHash === oldHash) await tx.put(credentials, { ...credential, passwordHash: newHash })
  },
})

const Limit = z.strictObject({
  key: z.string().check(z.maxLength(120)),
  /** Free tries within `windowMs`. */
  max: z.int(),
  windowMs: z.int(),
  /**
   * The wait after those, doubled by each further try; 0: until the oldest try is out of the
   * window.
   */
  firstWaitMs: z.int(),
})

/**
 * Counts a try before it is made, so that a hundred at once count as a hundred. @throws AppError
 * 'rate-limited' when one of the limits is reached; nothing is counted then.
 */
export const noteAttempt = defineMutation({
  name: 'accounts.noteAttempt',
  from: 'server',
  args: z.strictObject({ id: Id, limits: z.array(Limit).check(z.maxLength(4)) }),
  async run({ tx, now }, { id, limits }) {
    if (await tx.get(attempts, `${id}:0`)) return
    for (const limit of limits) {
      const recent = await tx.list(
        defineQuery({
          table: attempts,
          index: ['key', 'at'],
          equals: [limit.key],
          from: now - limit.windowMs,
          order: 'descending',
          limit: limit.max + 24,
        }),
      )
      const retryAfterMs = attemptWaitMs(
        recent.map((attempt) => attempt.at),
        limit,
        now,
      )
      if (retryAfterMs > 0) throw new AppError('rate-limited', { retryAfterMs })
    }
    for (const [n, { key }] of limits.entries()) await tx.put(attempts, { id: `${id}:${n}`, key, at: now })
  },
})

/** Takes back what `noteAttempt` counted: the try was a right one. */
export const forgiveAttempt = defineMutation({
  name: 'accounts.forgiveAttempt',
  from: 'server',
  args: z.strictObject({ id: Id }),
  async run({ tx }, { id }) {
    for (let n = 0; n < 4; n += 1) if (await tx.get(attempts, `${id}:${n}`)) await tx.delete(attempts, `${id}:${n}`)
  },
})

/** Drops tries older than a day, at most 1,000 at a time. */
export const pruneAttempts = defineMutation({
  name: 'accounts.pruneAttempts',
  from: 'server',
  args: z.strictObject({}),
  async run({ tx, now }) {
    const old = await tx.list(
      defineQuery({
        table: attempts,
        index: ['at'],
        equals: [],
        until: now - accountTimes.attemptsRetained,
        order: 'ascending',
        limit: 1_000,
      }),
    )
    for (const attempt of old) await tx.delete(attempts, attempt.id)
  },
})

function requireVerificationMayGo(credential: Credential, earlier: readonly EmailToken[], now: number): void {
  const sinceLast = now - (credential.verificationSentAt ?? -Infinity)
  const today = earlier.filter((token) => token.createdAt > now - day).sort((a, b) => b.createdAt - a.createdAt)
  const oldest = today[verificationsPerDay - 1]
  const retryAfterMs = Math.max(accountTimes.betweenVerifications - sinceLast, oldest === undefined ? 0 : oldest.createdAt + day - now)
  if (retryAfterMs > 0) throw new AppError('rate-limited', { retryAfterMs })
}
