import type { Migration } from '#server/store/port.ts'
import { relistEvent } from '#server/triggers/relist-event.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'

/** Events published before their rows said whether they are in lists. */
export const eventsInLists: Migration = {
  name: 'events in lists',
  async run({ tx }) {
    const index = ['status', 'publishedAt'] as const
    const found = await tx.list(defineQuery({ table: posts, index, equals: ['published'], order: 'ascending', limit: 1_000_000 }))
    for (const post of found) await relistEvent(tx, post)
  },
}
