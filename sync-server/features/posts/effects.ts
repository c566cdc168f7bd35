import { linkedTexts } from '#server/triggers/linked-posts.ts'
import { defineEffect } from '#server/sync/effects.ts'
import { isPublic } from '#shared/posts/rules.ts'
import { pingbacksFrom } from '#shared/posts/queries.ts'
import { posts, revisions } from '#shared/posts/schema.ts'

/**
 * Finds which posts and pages of the wiki a public text links to, for "Mentioned in" under those.
 * Run for every change of a post; writes only what differs.
 */
export const keepPingbacks = defineEffect('pingbacks', posts, async ({ store, apply }, changed) => {
  for (const post of changed) {
    const { targetIds, known } = await store.read(async (read) => {
      const body = isPublic(post) && post.revisionId !== null ? (await read.get(revisions, post.revisionId))?.body : undefined
      const linked = body === undefined ? [] : await linkedTexts(read, body)
      const existing = await read.list(pingbacksFrom(post.id))
      return { targetIds: linked.filter((id) => id !== post.id), known: existing.map((pingback) => pingback.toPostId) }
    })
    if ([...targetIds].sort().join() === [...known].sort().join()) continue
    const outcome = await apply({ name: 'posts.setPingbacks', args: { id: post.id, targetIds }, userId: null, source: 'server' })
    if (outcome.kind === 'rejected') throw outcome.error
  }
})
