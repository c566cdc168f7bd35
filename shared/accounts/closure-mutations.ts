import * as z from 'zod/mini'
import type { Transaction } from '../kernel/transaction.ts'
import type { Member } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { hourMs } from '../kernel/durations.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { closures, closureTimes } from './closure-schema.ts'
import { endSessionsOf, usableToken, voidTokens } from './credential-records.ts'
import { Hash, PasswordHash } from './fields.ts'
import { hasAdminBeside } from './member-names.ts'
import { nameSkeleton } from './names.ts'
import { canCloseAccount } from './rules.ts'
import { credentials, emailTokens, members } from './schema.ts'

/**
 * A member leaves for a while, or for good. Both hide the account and end its sessions; signing in
 * and one button bring it back, until it is erased (`sync-server/features/accounts/erase.ts`).
 */

/** @throws AppError 'not-allowed' 'last-admin' */
export const deactivate = defineMutation({
  name: 'accounts.deactivate',
  from: 'server',
  args: z.strictObject({ userId: Id }),
  async run(context, { userId }) {
    const member = await getOrThrow(context.tx, members, userId)
    if (!member.isDeactivated) await close(context, member, null)
  },
})

/**
 * The server has checked the password, whose hash is `oldHash`. @throws AppError 'invalid' with
 * 'typedName' for another name than the member's own; 'conflict' when the password changed since;
 * 'not-allowed' 'last-admin'
 */
export const requestDeletion = defineMutation({
  name: 'accounts.requestDeletion',
  from: 'server',
  args: z.strictObject({ userId: Id, oldHash: PasswordHash, typedName: z.string().check(z.maxLength(200)) }),
  async run(context, { userId, oldHash, typedName }) {
    const { tx, now } = context
    const member = await getOrThrow(tx, members, userId)
    if (member.isDeactivated) return
    if (nameSkeleton(typedName.trim()) !== member.userNameKey) throw new AppError('invalid', { field: 'typedName' })
    if ((await getOrThrow(tx, credentials, userId)).passwordHash !== oldHash) throw new AppError('conflict', { field: 'password' })
    await close(context, member, now + closureTimes.coolingOffMs)
  },
})

async function close(context: { readonly tx: Transaction; readonly now: number }, member: Member, eraseAt: number | null): Promise<void> {
  const { tx, now } = context
  authorize(canCloseAccount(member, { hasOtherAdmin: !member.isAdmin || (await hasAdminBeside(tx, member.id, now)) }))
  await tx.put(members, { ...member, isDeactivated: true })
  await tx.put(closures, { id: member.id, closedAt: now, eraseAt, remindedAt: null, erasedAt: null, isDone: false })
  await voidTokens(tx, member.id, ['changeEmail'], now)
  await endSessionsOf(tx, member.id, now, null)
}

/**
 * The server has checked all that a sign-in asks for: who passed it may bring the account back for
 * an hour, unless the password is reset meanwhile. @throws AppError 'not-found' where nothing is
 * closed, or it is too late.
 */
export const offerReopening = defineMutation({
  name: 'accounts.offerReopening',
  from: 'server',
  args: z.strictObject({ userId: Id, tokenHash: Hash }),
  async run({ tx, now }, { userId, tokenHash }) {
    const closure = await getOrThrow(tx, closures, userId)
    const credential = await tx.get(credentials, userId)
    if (closure.erasedAt !== null || credential === undefined) throw new AppError('not-found')
    await tx.put(emailTokens, {
      ...{ id: tokenHash, kind: 'reopen', userId, email: credential.email },
      ...{ createdAt: now, expiresAt: now + hourMs, usedAt: null },
    })
  },
})

/** @throws AppError 'token-invalid' */
export const reopen = defineMutation({
  name: 'accounts.reopen',
  from: 'server',
  args: z.strictObject({ tokenHash: Hash }),
  async run({ tx, now }, { tokenHash }) {
    const token = await usableToken(tx, tokenHash, 'reopen', now)
    const member = await tx.get(members, token.userId ?? '')
    const closure = await tx.get(closures, token.userId ?? '')
    if (member === undefined || closure === undefined || closure.erasedAt !== null) throw new AppError('token-invalid')
    await tx.put(emailTokens, { ...token, usedAt: now })
    await tx.put(members, { ...member, isDeactivated: false })
    await tx.delete(closures, closure.id)
  },
})

/** Only the first of several servers writes the mail. @throws AppError 'conflict' for the rest. */
export const noteReminder = defineMutation({
  name: 'accounts.noteReminder',
  from: 'server',
  args: z.strictObject({ userId: Id }),
  async run({ tx, now }, { userId }) {
    const closure = await tx.get(closures, userId)
    const isDue = typeof closure?.eraseAt === 'number' && closure.eraseAt - closureTimes.remindedMs <= now
    if (closure === undefined || !isDue || closure.remindedAt !== null) throw new AppError('conflict')
    await tx.put(closures, { ...closure, remindedAt: now })
  },
})
