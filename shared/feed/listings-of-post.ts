import type { Post } from '../posts/schema.ts'
import type { Tally } from '../votes/schema.ts'
import type { Listing } from './schema.ts'
import { slugify } from '../kernel/slug.ts'
import { isPublic } from '../posts/rules.ts'
import { decayedScore } from './ranking.ts'

/** Feeds a post stands in: none while it is not public. */
export function feedsOf(post: Post): readonly string[] {
  if (!isPublic(post) || post.rejectedReason !== null || post.publishedAt === null) return []
  return [
    'all',
    post.frontpageAt === null ? 'personal' : 'frontpage',
    ...(post.curatedAt === null ? [] : ['curated']),
    ...(post.kind === 'question' ? ['questions'] : []),
    ...(post.kind === 'linkpost' ? ['linkposts'] : []),
    ...post.tags.map((tag) => `tag:${slugify(tag)}`),
    ...[post.authorId, ...post.coauthorIds].map((id) => `author:${id}`),
  ]
}

/** The lines a post has in lists: stored and kept up by the server, made from what it holds by a device. */
export function listingsOfPost(post: Post, tally: Tally | undefined, now: number): readonly Listing[] {
  const publishedAt = post.publishedAt ?? now
  const baseScore = tally?.baseScore ?? 0
  const isCurated = post.curatedAt !== null
  const score = decayedScore({ baseScore, publishedAt, isFrontpage: post.frontpageAt !== null, isCurated }, now)
  return feedsOf(post).map((feed) => ({
    id: `${feed}:${post.id}`,
    feed,
    postId: post.id,
    publishedAt,
    at: feed === 'curated' ? (post.curatedAt ?? publishedAt) : publishedAt,
    baseScore,
    score,
    scoredAt: now,
    adjustedScore: baseScore,
    lastCommentedAt: post.lastCommentedAt ?? publishedAt,
  }))
}
