import type { Post } from '../posts/schema.ts'
import type { Tally } from '../votes/schema.ts'
import type { Listing } from './schema.ts'
import { slugify } from '../kernel/slug.ts'
import { isPublic } from '../posts/rules.ts'
import { karmaMarks, marksReached } from '../votes/karma-marks.ts'
import { decayedScore } from './ranking.ts'

/** Feeds a post stands in: none while it is not public. */
export function feedsOf(post: Post): readonly string[] {
  if (!isPublic(post) || post.rejectedReason !== null || post.publishedAt === null || post.holds === 'quickTakes') return []
  // It stands under the question it was asked under.
  if (post.isOffLists === true) return [...(post.kind === 'question' ? ['relatedQuestions'] : []), ...authorsOf(post)]
  return [
    'all',
    post.frontpageAt === null ? 'personal' : 'frontpage',
    ...(post.curatedAt === null ? [] : ['curated']),
    ...(post.kind === 'question' ? ['questions'] : []),
    ...(post.kind === 'linkpost' ? ['linkposts'] : []),
    ...(post.holds === 'dialogue' ? ['dialogues'] : []),
    ...post.tags.map((tag) => `tag:${slugify(tag)}`),
    ...authorsOf(post),
  ]
}

const authorsOf = (post: Post): readonly string[] => [post.authorId, ...post.coauthorIds].map((id) => `author:${id}`)

/** Where the date of publication is not what counts. */
function dateIn(feed: string, post: Post): number | null {
  if (feed === 'curated') return post.curatedAt
  return feed === 'dialogues' ? (post.lastSaidAt ?? post.lastCommentedAt) : null
}

/** The lines a post has in lists: stored and kept up by the server, made from what it holds by a device. */
export function listingsOfPost(post: Post, tally: Tally | undefined, now: number): readonly Listing[] {
  const publishedAt = post.publishedAt ?? now
  const baseScore = tally?.baseScore ?? 0
  const isCurated = post.curatedAt !== null
  const score = decayedScore({ baseScore, publishedAt, isFrontpage: post.frontpageAt !== null, isCurated }, now)
  const feeds = feedsOf(post)
  const listings = feeds.map((feed): Listing => ({
    id: `${feed}:${post.id}`,
    feed,
    postId: post.id,
    publishedAt,
    at: dateIn(feed, post) ?? publishedAt,
    baseScore,
    score,
    scoredAt: now,
    adjustedScore: baseScore,
    lastCommentedAt: post.lastCommentedAt ?? publishedAt,
  }))
  return feeds.length === 0 || post.isOffLists === true
    ? listings
    : [...listings, ...reachedBy(post.id, tally, { publishedAt, scoredAt: now })]
}

/** Lists of what reached a mark of karma, by when (content.md 10.1). Nothing in such a line ever changes: no vote writes it again. */
function reachedBy(
  postId: string,
  tally: Tally | undefined,
  times: { readonly publishedAt: number; readonly scoredAt: number },
): readonly Listing[] {
  return (tally === undefined ? [] : marksReached(tally)).flatMap((reachedAt, n) => {
    const mark = karmaMarks[n]
    if (mark === undefined) return []
    const at = reachedAt === 0 ? times.publishedAt : reachedAt
    const feed = `reached:${mark}`
    return [{ id: `${feed}:${postId}`, feed, postId, ...times, at, baseScore: 0, score: 0, adjustedScore: 0, lastCommentedAt: at }]
  })
}
