import { comments } from '#shared/comments/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { setSubscription } from '#shared/subscriptions/mutations.ts'
import { targetKey } from '#shared/subscriptions/rules.ts'
import type { Subscription, SubscriptionKind } from '#shared/subscriptions/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import type { Device } from '../../data/device/device-api.ts'
import { mutate, type Done } from '../mutate.ts'

interface Followed {
  readonly kind: SubscriptionKind
  readonly id: string
  readonly via?: Subscription['via']
}

/** Follows a thing, or ends it. */
export function setFollowed({ kind, id, via = null }: Followed, state: Subscription['state']): Promise<Done> {
  return mutate(setSubscription, { kind, targetId: targetKey(kind, id), state, via })
}

/** Whether its author follows it by default. */
export async function isOwnTarget(device: Device, kind: SubscriptionKind, id: string): Promise<boolean> {
  if (kind === 'comment') return (await device.read.get(comments, id))?.authorId === device.account
  if (kind !== 'post') return false
  const post = await device.read.get(posts, id)
  return post !== undefined && device.account !== null && ownersOf(post).includes(device.account)
}
