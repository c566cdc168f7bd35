import type { Migration } from '#server/store/port.ts'
import { isListedEvent } from '#shared/events/rules.ts'
import { events, rsvps } from '#shared/events/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'

/**
 * Events published before their rows said whether they are in lists, with the answers to them: put
 * anew they are also in the shapes that devices follow.
 */
export const eventsInLists: Migration = {
  name: 'events in lists and on devices',
  async run({ tx }) {
    const index = ['status', 'publishedAt'] as const
    const found = await tx.list(defineQuery({ table: posts, index, equals: ['published'], order: 'ascending', limit: 1_000_000 }))
    for (const post of found) {
      const event = await tx.get(events, post.id)
      if (event === undefined) continue
      await tx.put(events, { ...event, isListed: isListedEvent(post) })
      const ofPost = { table: rsvps, index: ['postId', 'answer', 'at'], equals: [post.id], order: 'ascending', limit: 1_000_000 } as const
      for (const rsvp of await tx.list(defineQuery(ofPost))) await tx.put(rsvps, rsvp)
    }
  },
}
