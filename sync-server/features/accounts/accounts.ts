/**
 * Who sent a request: the session behind its cookie. And what a signed-in member may see of their
 * own account.
 */
import type { FastifyRequest } from 'fastify'
import type { Session } from '#shared/accounts/schema.ts'
import type { OwnFacts } from '#shared/pages/page-data.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Accounts, Apply, SessionRef } from '#server/http/ports.ts'
import type { CookieJar } from './session-cookie.ts'
import { sessionsOf, tokensOf } from '#shared/accounts/credential-records.ts'
import { karmaStatsOf } from '#shared/accounts/queries.ts'
import { erasedSessions } from '#shared/accounts/closure-schema.ts'
import { passkeysOf } from '#shared/accounts/passkey-mutations.ts'
import { identitiesOf } from '#shared/accounts/provider-mutations.ts'
import { credentials, members, sessions } from '#shared/accounts/schema.ts'
import { secondFactors } from '#shared/accounts/second-factor-schema.ts'
import { accountTimes } from '#shared/accounts/sign-in-mutations.ts'
import { keysOf } from '#shared/api/key-records.ts'
import { calendarLinks } from '#shared/events/calendar-schema.ts'
import { isLiveKey } from '#shared/api/rules.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { newsletterFacts } from '#shared/newsletters/own-facts.ts'
import { isUsableLink } from './mailed-links.ts'
import { hashOf, isToken } from './tokens.ts'

export interface AccountsOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: Apply
  readonly cookies: CookieJar
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

export interface AccountSessions extends Accounts {
  /** Their sessions have changed: the next request of theirs is looked up anew. */
  forget(userId: string): void
}

/** A valid session is believed this long without asking; ending one here takes effect at once. */
const believedMs = 5_000
const maxBelieved = 1_000

export function createAccounts({ store, apply, cookies, now, onError }: AccountsOptions): AccountSessions {
  const believed = new Map<string, { readonly ref: SessionRef; readonly until: number }>()
  // Counts what was forgotten, so that a look-up begun before does not bring it back.
  let forgotten = 0

  async function lookUp(tokenHash: string): Promise<SessionRef | null> {
    const before = forgotten
    const session = await store.read((read) => sessionByHash(read, tokenHash))
    if (session === undefined || session.endedAt !== null || session.expiresAt <= now()) return null
    const ref = { sessionId: session.id, userId: session.userId }
    if (before === forgotten) {
      believed.set(tokenHash, { ref, until: Math.min(now() + believedMs, session.expiresAt) })
      for (const oldest of believed.keys()) if (believed.size > maxBelieved) believed.delete(oldest)
    }
    // Not waited for: a page does not depend on it.
    if (now() - session.lastSeenAt >= accountTimes.sessionTouch) touch(session.id)
    return ref
  }

  function touch(sessionId: string): void {
    apply({ name: 'accounts.touchSession', args: { sessionId }, userId: null, source: 'server' }).catch(onError)
  }

  return {
    async sessionOf(request: Pick<FastifyRequest, 'headers'>) {
      const token = cookies.session(request.headers.cookie)
      if (token === null || !isToken(token)) return null
      const tokenHash = hashOf(token)
      const known = believed.get(tokenHash)
      if (known !== undefined && known.until > now()) return known.ref
      believed.delete(tokenHash)
      return lookUp(tokenHash)
    },
    async banOf(request: Pick<FastifyRequest, 'headers'>) {
      const token = cookies.session(request.headers.cookie)
      if (token === null || !isToken(token)) return null
      return store.read(async (read) => {
        const session = await sessionByHash(read, hashOf(token))
        const member = session === undefined ? undefined : await read.get(members, session.userId)
        const until = member?.bannedUntil ?? null
        return member !== undefined && until !== null && until > now() ? { until, slug: member.slug } : null
      })
    },
    async closureOf(request: Pick<FastifyRequest, 'headers'>) {
      const token = cookies.session(request.headers.cookie)
      if (token === null || !isToken(token)) return null
      const hash = hashOf(token)
      return store.read(async (read) => {
        if ((await read.get(erasedSessions, hash)) !== undefined) return 'erased'
        const session = await sessionByHash(read, hash)
        return (await read.get(members, session?.userId ?? ''))?.isDeactivated === true ? 'deactivated' : null
      })
    },
    ownFacts: (read, session) => ownFacts(read, session, now()),
    isUsableLink: (read, page, token) => isUsableLink(read, page, token, now()),
    forget(userId) {
      forgotten += 1
      for (const [hash, { ref }] of believed) if (ref.userId === userId) believed.delete(hash)
    },
  }
}

async function sessionByHash(read: Read, tokenHash: string): Promise<Session | undefined> {
  const [session] = await read.list(
    defineQuery({ table: sessions, index: ['tokenHash'], equals: [tokenHash], order: 'ascending', limit: 1 }),
  )
  return session
}

async function ownFacts(read: Read, session: SessionRef, now: number): Promise<OwnFacts | null> {
  const member = await read.get(members, session.userId)
  const credential = await read.get(credentials, session.userId)
  if (member === undefined || credential === undefined) return null
  const [newsletter, calendar] = [await newsletterFacts(read, member.id), await read.get(calendarLinks, member.id)]
  const factor = await read.get(secondFactors, member.id)
  const change = (await read.list(tokensOf(member.id, 'changeEmail'))).find((token) => token.usedAt === null && token.expiresAt > now)
  const open = (await read.list(sessionsOf(session.userId))).filter((row) => row.endedAt === null && row.expiresAt > now)
  return {
    userId: member.id,
    userName: member.userName,
    displayName: member.displayName,
    slug: member.slug,
    bio: member.bio,
    ...(member.links !== undefined && { links: member.links }),
    ...(member.interests !== undefined && { interests: member.interests }),
    email: credential.email,
    emailVerifiedAt: credential.emailVerifiedAt,
    karma: (await karmaStatsOf(read, member.id)).karma,
    sessions: open.map(({ id, label, createdAt, lastSeenAt }) => ({
      id,
      label,
      createdAt,
      lastSeenAt,
      isCurrent: id === session.sessionId,
    })),
    keys: (await read.list(keysOf(member.id)))
      .filter((key) => isLiveKey(key, now))
      .map(({ id, name, scopes, createdAt, expiresAt, lastUsedOn }) => ({ id, name, scopes, createdAt, expiresAt, lastUsedOn })),
    secondFactor: { isOn: typeof factor?.confirmedAt === 'number', recoveryCodesLeft: factor?.recoveryHashes.length ?? 0 },
    passkeys: (await read.list(passkeysOf(member.id))).map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    linked: (await read.list(identitiesOf(member.id))).map(({ id, label, createdAt, lastUsedAt }) => ({
      id,
      label,
      createdAt,
      lastUsedAt,
    })),
    ...(calendar !== undefined && { calendarAt: calendar.createdAt }),
    ...(change !== undefined && { newEmail: { email: change.email, until: change.expiresAt } }),
    ...(newsletter !== null && { newsletter }),
  }
}
