import type { Post } from '../posts/schema.ts'
import type { Tally } from '../votes/schema.ts'
import type { Listing } from './schema.ts'
import { isListed } from '../posts/rules.ts'
import type { PostTag } from '../wiki/tag-vote-rules.ts'
import { karmaMarks, marksReached } from '../votes/karma-marks.ts'
import { decayedScore } from './ranking.ts'
import { kindFacts } from '../posts/kinds.ts'

/** A tag, as lists go by it. */
type Listed = Pick<PostTag, 'slug' | 'oldSlugs' | 'relevance'>

const tagFeeds = ({ slug, oldSlugs = [] }: Listed): readonly string[] => [slug, ...oldSlugs].map(feedOfTag)

/** Feeds a post stands in: none while it is not public. */
function feedsOf(post: Post, tags: readonly Listed[]): readonly string[] {
  if (!isListed(post) || post.publishedAt === null) return []
  // Neither is among the posts: the one is found with its author, the other in the wiki.
  if (!kindFacts(post).isListed) return []
  // It stands under the question it was asked under.
  if (post.isOffLists === true) return [...(kindFacts(post).isAsked ? ['relatedQuestions'] : []), ...authorsOf(post)]
  return [
    'all',
    // What happens somewhere has lists of its own beside that of all posts.
    ...(kindFacts(post).isEvent ? [] : [post.frontpageAt === null ? 'personal' : 'frontpage']),
    ...(post.curatedAt === null ? [] : ['curated']),
    ...(post.isNotRecommended === true ? ['notRecommended'] : []),
    ...kindFacts(post).feeds,
    ...tags.flatMap(tagFeeds),
    ...authorsOf(post),
  ]
}

/** Posts that a tag is applied to. */
export const feedOfTag = (slug: string): string => `tag:${slug}`

const authorsOf = (post: Post): readonly string[] => [post.authorId, ...post.coauthorIds].map((id) => `author:${id}`)

/** Where the date of publication is not what counts. */
function dateIn(feed: string, post: Post): number | null {
  if (feed === 'curated') return post.curatedAt
  return feed === 'dialogues' ? (post.lastSaidAt ?? post.lastCommentedAt) : null
}

/**
 * The lines a post has in lists: stored and kept up by the server, made from what it holds by a
 * device. `tags`: those that are applied to it.
 */
export function listingsOfPost(post: Post, tally: Tally | undefined, now: number, tags: readonly Listed[]): readonly Listing[] {
  const publishedAt = post.publishedAt ?? now
  const baseScore = tally?.baseScore ?? 0
  const isCurated = post.curatedAt !== null
  const score = decayedScore({ baseScore, publishedAt, isFrontpage: post.frontpageAt !== null, isCurated }, now)
  const feeds = feedsOf(post, tags)
  const tagScoreIn = new Map(tags.flatMap((tag) => tagFeeds(tag).map((feed) => [feed, tag.relevance] as const)))
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
    ...(tagScoreIn.has(feed) && { relevance: tagScoreIn.get(feed) ?? 0 }),
  }))
  return feeds.length === 0 || post.isOffLists === true
    ? listings
    : [...listings, ...reachedBy(post.id, tally, { publishedAt, scoredAt: now })]
}

/**
 * Lists of what reached a mark of karma, by when (content.md 10.1). Nothing in such a line ever
 * changes: no vote writes it again.
 */
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
