import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import { withOrWithout } from '#shared/sequences/ordering.ts'
import { chaptersOf, isInReading, placesOfPost } from '#shared/sequences/queries.ts'
import { chapters, sequencePosts } from '#shared/sequences/schema.ts'

/**
 * A post came out, or was withdrawn: the sequences that it stands in show it to their readers from
 * now on, or no more, on devices too.
 */
export async function hideInSequences(tx: Transaction, post: Post): Promise<void> {
  const isHidden = !isInReading(post)
  for (const place of await tx.list(placesOfPost(post.id))) {
    if ((place.isHidden === true) !== isHidden) await tx.put(sequencePosts, { ...place, isHidden })
    for (const chapter of await tx.list(chaptersOf(place.sequenceId))) {
      if (chapter.postIds.includes(post.id) && chapter.hiddenIds?.includes(post.id) !== isHidden)
        await tx.put(chapters, { ...chapter, hiddenIds: withOrWithout(chapter.hiddenIds, post.id, isHidden) })
    }
  }
}
