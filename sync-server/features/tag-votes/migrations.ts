import { randomBytes } from 'node:crypto'
import type { Migration } from '#server/store/port.ts'
import { tagNamed } from '#server/triggers/tag-named.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { feedOfTag } from '#shared/feed/listings-of-post.ts'
import { listings } from '#shared/feed/schema.ts'
import { makeId } from '#shared/kernel/ids.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'
import { votePower } from '#shared/votes/rules.ts'
import { factsOf } from '#shared/wiki/tag-vote-rules.ts'
import { relId, tagRels, tagVoteId, tagVotes } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

/**
 * Posts whose authors named tags before there were any: each name becomes a tag, with its author's
 * vote.
 */
export const relsOfPosts: Migration = {
  name: 'tags of posts',
  async run({ tx }) {
    const index = ['status', 'publishedAt'] as const
    const found = await tx.list(defineQuery({ table: posts, index, equals: ['published'], order: 'ascending', limit: 1_000_000 }))
    for (const post of found) {
      const now = post.publishedAt ?? post.createdAt
      const karma = (await tx.get(karmaStats, post.authorId))?.karma ?? 0
      for (const name of kindFacts(post).isInWiki ? [] : post.tags) {
        const tag = await tagNamed({ tx, now, newId: () => makeId(now, randomBytes(10)) }, name)
        if (tag === null || tag.slug === null) continue
        const power = votePower(karma, 1)
        const pair = { postId: post.id, tagId: tag.id }
        const id = relId(post.id, tag.id)
        if (await tx.get(tagRels, id)) continue
        const sums = { baseScore: power, voteCount: 1, isHeldUp: false, relevance: power }
        await tx.put(tagRels, { id, ...pair, userId: post.authorId, appliedAt: now, tag: factsOf(tag), ...sums })
        await tx.put(tagVotes, {
          ...{ id: tagVoteId(post.authorId, post.id, tag.id), userId: post.authorId, ...pair, relId: id },
          ...{ value: 1, power, tallied: power, hold: 'none', isRequest: true, at: now },
        })
        const [feed, feedBefore] = [feedOfTag(tag.slug), feedOfTag(slugify(name))]
        const line = await tx.get(listings, `${feedBefore}:${post.id}`)
        if (line === undefined) continue
        // A name that our addresses need for themselves has another address now.
        if (feed !== feedBefore) await tx.delete(listings, line.id)
        await tx.put(listings, { ...line, id: `${feed}:${post.id}`, feed, relevance: power })
        await tx.put(tags, { ...tag, postCount: tag.postCount + 1 })
      }
    }
  },
}
