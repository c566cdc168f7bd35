import { comments } from '#shared/comments/schema.ts'
import { members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { postComment } from '#shared/comments/mutations.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { setSubscription } from '#shared/subscriptions/mutations.ts'
import { subscriptionsOf } from '#shared/subscriptions/queries.ts'
import { targetTable } from '#shared/subscriptions/rules.ts'
import { followedKey, subscriptionId, subscriptionLimits, subscriptions } from '#shared/subscriptions/schema.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

/**
 * What is followed must be there, which a device cannot always know, and nobody follows without
 * end.
 */
export const requireTarget = defineTrigger(setSubscription, async ({ tx, viewer }, { kind, targetId, state }) => {
  if (state === 'off') return
  if (await hasTooMany(tx, signedIn(viewer).userId)) throw new AppError('invalid', { field: 'targetId', message: 'too many subscriptions' })
  switch (targetTable(kind)) {
    case 'member':
      if ((await getOrThrow(tx, members, targetId)).isDeactivated) throw new AppError('not-found')
      return
    case 'post':
      await getOrThrow(tx, posts, targetId)
      return
    case 'comment':
      await getOrThrow(tx, comments, targetId)
      return
    case 'sequence':
      await getOrThrow(tx, sequences, targetId)
      return
    case 'group':
      await getOrThrow(tx, localGroups, targetId)
  }
})

/**
 * Members who chose so follow what others answer each other where they comment. What they have said
 * of a thread already stands; answers to themselves come anyway.
 */
export const followOwnThreads = defineTrigger(postComment, async ({ tx, viewer, now }, { id }) => {
  const { userId } = signedIn(viewer)
  const { rootId } = await getOrThrow(tx, comments, id)
  if (rootId === id || !(await settingsOf(tx, userId)).ownThreads || (await getOrThrow(tx, comments, rootId)).authorId === userId) return
  const row = subscriptionId(userId, 'comment', rootId)
  if ((await tx.get(subscriptions, row)) !== undefined || (await hasTooMany(tx, userId))) return
  const followed = followedKey('comment', rootId)
  await tx.put(subscriptions, { id: row, userId, kind: 'comment', targetId: rootId, followed, state: 'on', via: null, changedAt: now })
})

const hasTooMany = async (tx: Read, userId: string): Promise<boolean> =>
  (await tx.count(subscriptionsOf(userId, subscriptionLimits.perMember + 1))) > subscriptionLimits.perMember
