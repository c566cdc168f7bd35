import { isListedEvent } from '#shared/events/rules.ts'
import { events } from '#shared/events/schema.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { Post } from '#shared/posts/schema.ts'

/**
 * An event is in lists as long as its post is: what readers may not see never fills the place of
 * what they may.
 */
export async function relistEvent(tx: Transaction, post: Post): Promise<void> {
  if (!kindFacts(post).isEvent) return
  const event = await tx.get(events, post.id)
  const isListed = isListedEvent(post)
  if (event !== undefined && event.isListed !== isListed) await tx.put(events, { ...event, isListed })
}
