import { keepNameLinks, linkedFromPost } from '#server/triggers/linked-posts.ts'
import { defineEffect } from '#server/sync/effects.ts'
import { pingbacksFrom } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'

/**
 * Finds which posts and pages of the wiki a public text links to, for "Mentioned in" under those,
 * and which names without a page. Run for every change of a post; writes only what differs.
 */
export const keepPingbacks = defineEffect('pingbacks', posts, async (context, changed) => {
  const { store, apply } = context
  for (const post of changed) {
    const { targetIds, names, known } = await store.read(async (read) => {
      const linked = await linkedFromPost(read, post)
      const existing = await read.list(pingbacksFrom(post.id))
      return {
        targetIds: linked.targetIds.filter((id) => id !== post.id),
        names: [...linked.names],
        known: existing.map((pingback) => pingback.toPostId),
      }
    })
    if ([...targetIds].sort().join() !== [...known].sort().join()) {
      const outcome = await apply({ name: 'posts.setPingbacks', args: { id: post.id, targetIds }, userId: null, source: 'server' })
      if (outcome.kind === 'rejected') throw outcome.error
    }
    await keepNameLinks(context, { fromId: post.id, isComment: false, names })
  }
})
