import type { Transaction } from '#shared/kernel/transaction.ts'
import { addToKarmaStats } from '#server/triggers/karma-stats.ts'
import { updateListings } from '#server/triggers/listings.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { posts } from '#shared/posts/schema.ts'

/** Brings lists and its authors' counts in line with what a post has become. Safe to repeat. */
export async function relistPost(tx: Transaction, id: string, now: number): Promise<void> {
  const post = await getOrThrow(tx, posts, id)
  const by = await updateListings(tx, post, now)
  for (const authorId of [post.authorId, ...post.coauthorIds]) await addToKarmaStats(tx, authorId, { postCount: by })
}
