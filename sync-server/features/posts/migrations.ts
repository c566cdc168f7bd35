import type { Migration } from '#server/store/port.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { authorshipId } from '#shared/posts/queries.ts'
import { authorships, posts } from '#shared/posts/schema.ts'

/** Posts written before there were rows for who may write them. */
export const authorshipsOfPosts: Migration = {
  name: 'authorships of posts',
  async run({ tx }) {
    for (const status of ['draft', 'published', 'removed']) {
      const found = await tx.list(
        defineQuery({ table: posts, index: ['status', 'publishedAt'], equals: [status], order: 'ascending', limit: 1_000_000 }),
      )
      for (const post of found) {
        for (const userId of [post.authorId, ...post.coauthorIds]) {
          const level = userId === post.authorId ? 'own' : 'edit'
          await tx.put(authorships, { id: authorshipId(userId, post.id), userId, postId: post.id, level, since: post.createdAt })
        }
      }
    }
  },
}
