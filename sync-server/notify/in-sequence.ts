/**
 * What is news to whoever follows a sequence: a post that stands in it from now on, and can be
 * read.
 */
import type { Read } from '#shared/kernel/transaction.ts'
import { posts } from '#shared/posts/schema.ts'
import { isListable } from '#shared/sequences/listable.ts'
import { isInReading } from '#shared/sequences/queries.ts'
import { sequencePosts, sequences } from '#shared/sequences/schema.ts'

export type SequenceNews =
  /** It was taken out, or is not to be read any more, or the sequence is not. */
  | { readonly state: 'gone' }
  /** It stood there before anybody but its author saw the sequence: no news when that comes out. */
  | { readonly state: 'before' }
  /** It waits for the post to come out. */
  | { readonly state: 'waits' }
  | { readonly state: 'there'; readonly sequenceId: string; readonly postId: string; readonly authorId: string; readonly at: number }

/** @param id of its place, `SEQUENCE:POST`. */
export async function sequenceNews(read: Read, id: string): Promise<SequenceNews> {
  const place = await read.get(sequencePosts, id)
  const sequence = place && (await read.get(sequences, place.sequenceId))
  const post = place && (await read.get(posts, place.postId))
  if (place === undefined || sequence === undefined || post === undefined || sequence.removedAt !== null) return { state: 'gone' }
  if (!isListable(sequence)) return isInReading(post) ? { state: 'before' } : { state: 'waits' }
  if (!isInReading(post)) return post.status === 'draft' && post.publishedAt === null ? { state: 'waits' } : { state: 'gone' }
  const at = Math.max(place.addedAt, post.publishedAt ?? 0)
  return { state: 'there', sequenceId: sequence.id, postId: post.id, authorId: sequence.authorId, at }
}
