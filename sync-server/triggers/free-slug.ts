import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { postBySlug } from '#shared/posts/queries.ts'

/**
 * The title's slug, with a number where another post has it. A title without letters gets the
 * post's own id.
 */
export async function freeSlug(tx: Transaction, post: Post): Promise<string> {
  const wanted = slugify(post.title) || post.id
  for (let n = 1; n <= 50; n += 1) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    const holder = await postBySlug(tx, slug)
    if (holder === undefined || holder.id === post.id) return slug
  }
  return `${wanted}-${post.id}`
}
