import * as z from 'zod/mini'
import type { Transaction } from '../kernel/transaction.ts'
import type { ProviderSignIn } from './provider-schema.ts'
import { minuteMs } from '../kernel/durations.ts'
import { AppError } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { defineQuery } from '../kernel/query.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { Email } from './email.ts'
import { Hash, isLocked, PasswordHash } from './fields.ts'
import { register } from './mutations.ts'
import { DisplayName, UserName } from './names.ts'
import { passkeysOf } from './passkey-mutations.ts'
import { linkedIdentities, ProviderAnswer, providerSignIns } from './provider-schema.ts'
import { credentials } from './schema.ts'

/** Signing in by an OpenID provider. Only the server sends these: it alone has asked it. */

export const providerTimes = {
  /** From here to the provider and back. */
  away: 10 * minuteMs,
  /** To choose a user name after that. */
  answered: 30 * minuteMs,
} as const
const identitiesPerMember = 10

/** First linked first. */
export const identitiesOf = (userId: string) =>
  defineQuery({ table: linkedIdentities, index: ['userId', 'createdAt'], equals: [userId], order: 'ascending', limit: 100 })

export const startProviderSignIn = defineMutation({
  name: 'accounts.startProviderSignIn',
  from: 'server',
  args: z.strictObject({ id: Hash, issuer: z.string(), userId: z.nullable(Id), returnTo: z.string().check(z.maxLength(2_000)) }),
  async run({ tx, now }, args) {
    const over = defineQuery({ table: providerSignIns, index: ['expiresAt'], equals: [], until: now, order: 'ascending', limit: 100 })
    for (const old of await tx.list(over)) await tx.delete(providerSignIns, old.id)
    await tx.put(providerSignIns, { ...args, answer: null, expiresAt: now + providerTimes.away })
  },
})

/** The provider has answered, once. @throws AppError 'token-invalid' */
export const noteProviderAnswer = defineMutation({
  name: 'accounts.noteProviderAnswer',
  from: 'server',
  args: z.strictObject({ id: Hash, issuer: z.string(), answer: ProviderAnswer }),
  async run({ tx, now }, { id, issuer, answer }) {
    const begun = await tx.get(providerSignIns, id)
    if (begun === undefined || begun.expiresAt <= now || begun.answer !== null || begun.issuer !== issuer) throw startOver()
    await tx.put(providerSignIns, { ...begun, answer, expiresAt: now + providerTimes.answered })
  },
})

/**
 * A member who is signed in links what they have just signed in to. @throws AppError
 * 'token-invalid'; 'conflict' where it is another account's, or this one has too many.
 */
export const linkIdentity = defineMutation({
  name: 'accounts.linkIdentity',
  from: 'server',
  args: z.strictObject({ id: Hash, userId: Id }),
  async run({ tx, now }, { id, userId }) {
    const { identityId, label, issuer } = await takeAnswer(tx, id, userId, now)
    const known = await tx.get(linkedIdentities, identityId)
    if (known?.userId === userId) return
    if (known !== undefined || (await tx.list(identitiesOf(userId))).length >= identitiesPerMember)
      throw new AppError('conflict', { field: 'provider' })
    await tx.put(linkedIdentities, { id: identityId, userId, issuer, label, createdAt: now, lastUsedAt: null })
  },
})

/** Signs in by what was linked before, once for each answer. @throws AppError 'token-invalid' */
export const useIdentity = defineMutation({
  name: 'accounts.useIdentity',
  from: 'server',
  args: z.strictObject({ id: Hash, userId: Id }),
  async run({ tx, now }, { id, userId }) {
    const { identityId } = await takeAnswer(tx, id, null, now)
    const identity = await tx.get(linkedIdentities, identityId)
    if (identity?.userId !== userId) throw startOver()
    await tx.put(linkedIdentities, { ...identity, lastUsedAt: now })
  },
})

/**
 * A new account for who is unknown here. Its address stays a claim, whatever the provider says of
 * it, and its password is none. @throws AppError as `register`; 'token-invalid'
 */
export const registerByProvider = defineMutation({
  name: 'accounts.registerByProvider',
  from: 'server',
  args: z.strictObject({
    ...{ id: Hash, userId: Id, userName: UserName, displayName: DisplayName, email: Email, lockedHash: PasswordHash },
    ...{ firstIsAdmin: z.boolean(), reservedNames: z.array(z.string()).check(z.maxLength(10)) },
  }),
  async run(context, { id, lockedHash, ...person }) {
    const { tx, now } = context
    const { identityId, label, issuer } = await takeAnswer(tx, id, null, now)
    if ((await tx.get(linkedIdentities, identityId)) !== undefined) throw startOver()
    await register.run(context, { ...person, isEmailVerified: false, passwordHash: lockedHash, bio: '' })
    await tx.put(linkedIdentities, { id: identityId, userId: person.userId, issuer, label, createdAt: now, lastUsedAt: now })
  },
})

/**
 * @throws AppError 'not-found' when it is none of this member's; 'conflict' where it is the only
 *   way in.
 */
export const unlinkIdentity = defineMutation({
  name: 'accounts.unlinkIdentity',
  from: 'server',
  args: z.strictObject({ userId: Id, id: Hash }),
  async run({ tx }, { userId, id }) {
    const identity = await tx.get(linkedIdentities, id)
    if (identity === undefined || identity.userId !== userId) throw new AppError('not-found')
    const { passwordHash } = await getOrThrow(tx, credentials, userId)
    if (isLocked(passwordHash) && (await tx.list(passkeysOf(userId))).length === 0) throw new AppError('conflict', { field: 'onlyWayIn' })
    await tx.delete(linkedIdentities, id)
  },
})

/** @param since of when: what was linked from then on goes. */
export async function dropIdentities(tx: Transaction, userId: string, since: number): Promise<void> {
  for (const identity of await tx.list(identitiesOf(userId)))
    if (identity.createdAt >= since) await tx.delete(linkedIdentities, identity.id)
}

async function takeAnswer(tx: Transaction, id: string, userId: string | null, now: number) {
  const begun: ProviderSignIn | undefined = await tx.get(providerSignIns, id)
  if (begun === undefined || begun.expiresAt <= now || begun.answer === null || begun.userId !== userId) throw startOver()
  await tx.delete(providerSignIns, id)
  return { ...begun.answer, issuer: begun.issuer }
}

const startOver = (): AppError => new AppError('token-invalid', { field: 'provider' })
