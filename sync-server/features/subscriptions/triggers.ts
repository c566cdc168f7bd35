import { comments } from '#shared/comments/schema.ts'
import { members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { setSubscription } from '#shared/subscriptions/mutations.ts'
import { subscriptionsOf } from '#shared/subscriptions/queries.ts'
import { targetTable } from '#shared/subscriptions/rules.ts'
import { subscriptionLimits } from '#shared/subscriptions/schema.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

/**
 * What is followed must be there, which a device cannot always know, and nobody follows without
 * end.
 */
export const requireTarget = defineTrigger(setSubscription, async ({ tx, viewer }, { kind, targetId, state }) => {
  if (state === 'off') return
  const { userId } = signedIn(viewer)
  if ((await tx.count(subscriptionsOf(userId, subscriptionLimits.perMember + 1))) > subscriptionLimits.perMember)
    throw new AppError('invalid', { field: 'targetId', message: 'too many subscriptions' })
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
