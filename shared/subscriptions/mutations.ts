import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { comments } from '../comments/schema.ts'
import { posts } from '../posts/schema.ts'
import { sequences } from '../sequences/schema.ts'
import { canFollow, isTargetId, targetTable } from './rules.ts'
import { followedKey, Subscription, subscriptionId, SubscriptionKind, subscriptions, TargetId, Via } from './schema.ts'

/**
 * Says whether the viewer is told about a thing, and how. On a device what is to be followed may
 * not be there: it is judged by what is known, and by the server once more
 * (`sync-server/features/subscriptions/triggers.ts`), which requires it.
 */
export const setSubscription = defineMutation({
  name: 'subscriptions.set',
  runs: 'device',
  args: z.strictObject({ kind: SubscriptionKind, targetId: TargetId, state: Subscription.shape.state, via: z.nullable(Via) }),
  needs: ({ targetId }) => (isId(targetId) ? [targetId] : []),
  key: ({ kind, targetId }) => `follow:${kind}:${targetId}`,
  async run({ tx, viewer, now }, { kind, targetId, state, via }) {
    const { userId } = signedIn(viewer)
    if (!isTargetId(kind, targetId)) throw new AppError('invalid', { field: 'targetId' })
    const id = subscriptionId(userId, kind, targetId)
    const before = await tx.get(subscriptions, id)
    if (before === undefined ? state === 'off' : before.state === state && before.via === via) return
    if (state === 'on') {
      const comment = targetTable(kind) === 'comment' ? await tx.get(comments, targetId) : undefined
      const post = targetTable(kind) === 'member' ? undefined : await tx.get(posts, comment?.postId ?? targetId)
      const sequence = targetTable(kind) === 'sequence' ? await tx.get(sequences, targetId) : undefined
      authorize(canFollow(viewer, { post, comment, sequence }))
    }
    const followed = state === 'on' ? followedKey(kind, targetId) : null
    await tx.put(subscriptions, { id, userId, kind, targetId, followed, state, via, changedAt: now })
  },
})
