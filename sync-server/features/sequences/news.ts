import { posts } from '#shared/posts/schema.ts'
import { isListable } from '#shared/sequences/listable.ts'
import { isInReading } from '#shared/sequences/queries.ts'
import { sequencePosts, sequences } from '#shared/sequences/schema.ts'
import { followers } from '#server/notify/audience.ts'
import { defineNews } from '#server/notify/define-news.ts'

/**
 * To the followers of a sequence: a post that stands in it from now on, and can be read. Once:
 * taken out and put in again it is no news.
 */
export const sequenceNews = defineNews(sequencePosts, 'inSequence', async (place, read) => {
  const sequence = await read.get(sequences, place.sequenceId)
  const post = await read.get(posts, place.postId)
  if (sequence === undefined || post === undefined || sequence.removedAt !== null) return 'gone'
  // It stood there before anybody but its author saw the sequence: no news when that comes out.
  if (!isListable(sequence)) return isInReading(post) ? 'never' : 'waits'
  if (!isInReading(post)) return post.status === 'draft' && post.publishedAt === null ? 'waits' : 'gone'
  return {
    ...{ actorId: sequence.authorId, postId: post.id, at: Math.max(place.addedAt, post.publishedAt ?? 0) },
    to: (store) => followers(store, 'sequence', sequence.id, 'newSequencePosts'),
  }
})
