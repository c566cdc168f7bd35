import { keepNameLinks, linkedFromComment } from '#server/triggers/linked-posts.ts'
import { defineEffect } from '#server/sync/effects.ts'
import { pingbacksOfComment } from '#shared/comments/pingback-mutations.ts'
import { comments } from '#shared/comments/schema.ts'

/**
 * Finds which posts and pages of the wiki a comment links to beside the one it stands under, for
 * "Mentioned in" under those, and which names without a page. Run for every change of a comment;
 * writes only what differs. What is said in a dialogue is its text; whether the post above a
 * comment is public is asked when it is shown.
 */
export const keepCommentPingbacks = defineEffect('comment-pingbacks', comments, async (context, changed) => {
  const { store, apply } = context
  for (const comment of changed) {
    const linked = await store.read((read) => linkedFromComment(read, comment))
    const targetIds = linked.targetIds.filter((id) => id !== comment.postId)
    const known = (await store.read((read) => read.list(pingbacksOfComment(comment.id)))).map((pingback) => pingback.toPostId)
    if ([...targetIds].sort().join() !== [...known].sort().join()) {
      const outcome = await apply({ name: 'comments.setPingbacks', args: { id: comment.id, targetIds }, userId: null, source: 'server' })
      if (outcome.kind === 'rejected') throw outcome.error
    }
    await keepNameLinks(context, { fromId: comment.id, isComment: true, names: [...linked.names] })
  }
})
