/** Posts that go with a post (content.md 3.1): by their tags, then good ones from the archive. */
import type { Read } from '../kernel/transaction.ts'
import type { Post } from '../posts/schema.ts'
import type { Listing } from './schema.ts'
import { kindFacts } from '../posts/kinds.ts'
import { isListed } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { tagsShown } from '../wiki/tag-vote-rules.ts'
import { relsOf } from '../wiki/tag-vote-queries.ts'
import { feedOfTag } from './listings-of-post.ts'
import { listingsOf } from './queries.ts'
import { weightedSample } from './recommend.ts'
import { relatedFigures } from './related-figures.ts'
import { relatedPosts } from './related-schema.ts'

/** What drawing needs of a listing. */
type Candidate = Pick<Listing, 'postId' | 'baseScore'>

/** Lists of candidates, each read once in a piece of work. */
export function candidateLists(read: Read): (feed: string, most: number) => Promise<readonly Candidate[]> {
  const made = new Map<string, Promise<readonly Candidate[]>>()
  return (feed, most) => {
    const known = made.get(feed) ?? read.list(listingsOf(feed, 'top', most))
    made.set(feed, known)
    return known
  }
}

/**
 * Ids of posts that go with this one, at most `relatedFigures.kept`: those that share most tags,
 * weighed by their karma; then a draw from the best of the front page, another for each post. None
 * of its own authors', whose posts have a list of their own, and none with negative karma.
 */
export async function relatedTo(read: Read, post: Post, lists = candidateLists(read)): Promise<readonly string[]> {
  const { kept, tags, ofTag, archive } = relatedFigures
  const own = tagsShown(post, await read.list(relsOf(post.id))).slice(0, tags)
  const points = new Map<string, number>()
  for (const { slug } of own)
    for (const { postId, baseScore } of await lists(feedOfTag(slug), ofTag)) {
      if (baseScore < 0) continue
      // What a shared tag says is much, and karma decides between those that share as many.
      points.set(postId, (points.get(postId) ?? Math.min(0.9, Math.log10(1 + baseScore) / 4)) + 1)
    }
  const near = [...points].toSorted(([x, a], [y, b]) => b - a || (x < y ? -1 : 1)).map(([id]) => id)
  const good = (await lists('frontpage', archive)).map(({ postId, baseScore }) => ({ id: postId, weight: Math.max(0, baseScore) + 1 }))
  const drawn = weightedSample(good, good.length, post.id).map(({ id }) => id)
  const leftOut = new Set((await lists('notRecommended', archive)).map(({ postId }) => postId))
  const authors = new Set([post.authorId, ...post.coauthorIds])
  const found: string[] = []
  const order = [...new Set([...near, ...drawn])].filter((id) => id !== post.id && !leftOut.has(id))
  for (let at = 0; at < order.length && found.length < kept; at += kept) {
    const some = await read.getMany(posts, order.slice(at, at + kept))
    const byId = new Map(some.map((one) => [one.id, one]))
    for (const id of order.slice(at, at + kept)) {
      const one = byId.get(id)
      if (one !== undefined && isForReading(one) && !authors.has(one.authorId)) found.push(id)
    }
  }
  return found.slice(0, kept)
}

/** Whether it is shown where readers go on: in the lists of posts, and to be read at any time. */
export const isForReading = (post: Post): boolean =>
  isListed(post) && post.isOffLists !== true && kindFacts(post).isListed && !kindFacts(post).isEvent

export interface RelatedWork {
  readonly lists: readonly { readonly id: string; readonly postIds: readonly string[] }[]
}

/**
 * Goes through all posts, some each time it is asked, and through the newest of all each time:
 * answers the lists that are missing or old.
 */
export function relatedWorker(): (read: Read, now: number) => Promise<RelatedWork> {
  const { walkedAtOnce, madeAtOnce, lastsMs, lastsLongMs, isOldAfterMs } = relatedFigures
  let from = 0
  return async (read, now) => {
    const piece = async (offset: number) => read.list(listingsOf('all', 'new', walkedAtOnce, offset))
    const walked = await piece(from)
    const ids = [...new Set([...(from === 0 ? [] : await piece(0)), ...walked].map(({ postId }) => postId))]
    const known = new Map((await read.getMany(relatedPosts, ids)).map((row) => [row.id, row.madeAt]))
    const isDue = (post: Post): boolean => {
      const lasts = now - (post.publishedAt ?? now) > isOldAfterMs ? lastsLongMs : lastsMs
      return isForReading(post) && (known.get(post.id) ?? 0) <= now - lasts
    }
    const due = (await read.getMany(posts, ids)).filter(isDue)
    const candidates = candidateLists(read)
    const lists: { id: string; postIds: readonly string[] }[] = []
    for (const post of due.slice(0, madeAtOnce)) lists.push({ id: post.id, postIds: await relatedTo(read, post, candidates) })
    // What is left of this piece comes first next time.
    if (due.length <= madeAtOnce) from = walked.length < walkedAtOnce ? 0 : from + walkedAtOnce
    return { lists }
  }
}
