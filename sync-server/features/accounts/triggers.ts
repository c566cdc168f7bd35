/**
 * The site's own name is nobody's: decided where every way in meets, in the mutation's transaction.
 * Members who have not confirmed their address are notified of it until they have.
 */
import type { TriggerSettings } from '#server/features/define-server-domain.ts'
import type { Triggers } from '#server/sync/triggers.ts'
import { cancelEmailChange, confirmEmailChange } from '#shared/accounts/email-change-mutations.ts'
import { useMailedSignIn } from '#shared/accounts/mailed-sign-in-mutations.ts'
import { editMember } from '#shared/accounts/member-edit-mutations.ts'
import { register, updateProfile } from '#shared/accounts/mutations.ts'
import { isReservedName } from '#shared/accounts/names.ts'
import { credentials, emailTokens } from '#shared/accounts/schema.ts'
import { registerByProvider } from '#shared/accounts/provider-mutations.ts'
import { useSecondFactor } from '#shared/accounts/second-factor-mutations.ts'
import { changePassword, redeemEmailToken, resetPassword } from '#shared/accounts/sign-in-mutations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { notificationId, notifications } from '#shared/notifications/schema.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

const unconfirmed = (userId: string): string => notificationId(userId, `unconfirmed:${userId}`)

/** With this token, or earlier: nothing is left to ask for. */
async function noteConfirmed(tx: Transaction, tokenHash: string): Promise<void> {
  return noteConfirmedOf(tx, (await tx.get(emailTokens, tokenHash))?.userId ?? '')
}

async function noteConfirmedOf(tx: Transaction, userId: string): Promise<void> {
  if (typeof (await tx.get(credentials, userId))?.emailVerifiedAt !== 'number') return
  if ((await tx.get(notifications, unconfirmed(userId))) !== undefined) await tx.delete(notifications, unconfirmed(userId))
}

async function askToConfirm(tx: Transaction, userId: string, now: number): Promise<void> {
  if ((await tx.get(notifications, unconfirmed(userId))) !== undefined) return
  await tx.put(notifications, {
    ...{ id: unconfirmed(userId), userId, type: 'emailVerificationRequired', cause: `unconfirmed:${userId}`, title: '', because: '' },
    ...{ actorId: null, postId: null, commentId: null, at: now, toldAt: now, viewedAt: null, place: 'recent' },
  })
}

/**
 * Only the server knows the site's name, and whether mails can be sent: a device judges neither.
 */
export function accountTriggers({ siteName, hasMail }: Pick<TriggerSettings, 'siteName' | 'hasMail'>): Triggers {
  return [
    defineTrigger(register, async ({ tx, now }, { userId, isEmailVerified }) => {
      if (hasMail && !isEmailVerified) await askToConfirm(tx, userId, now)
    }),
    defineTrigger(registerByProvider, async ({ tx, now }, { userId }) => {
      if (hasMail) await askToConfirm(tx, userId, now)
    }),
    defineTrigger(redeemEmailToken, ({ tx }, { tokenHash }) => noteConfirmed(tx, tokenHash)),
    defineTrigger(useMailedSignIn, ({ tx }, { userId }) => noteConfirmedOf(tx, userId)),
    defineTrigger(useSecondFactor, ({ tx }, { userId }) => noteConfirmedOf(tx, userId)),
    defineTrigger(confirmEmailChange, ({ tx }, { tokenHash }) => noteConfirmed(tx, tokenHash)),
    defineTrigger(resetPassword, async (context, { tokenHash }) => {
      await noteConfirmed(context.tx, tokenHash)
      // Someone who had the old password may have asked for another address, too.
      const userId = (await context.tx.get(emailTokens, tokenHash))?.userId
      if (userId) await cancelEmailChange.run(context, { userId })
    }),
    defineTrigger(changePassword, (context, { userId }) => cancelEmailChange.run(context, { userId })),
    defineTrigger(editMember, async (_context, { displayName }) => {
      if (isReservedName(displayName, [siteName])) throw new AppError('taken', { field: 'displayName' })
    }),
    defineTrigger(updateProfile, async (_context, { displayName }) => {
      if (displayName !== undefined && isReservedName(displayName, [siteName])) throw new AppError('taken', { field: 'displayName' })
    }),
  ]
}
