/**
 * Which posts a feed has, newest first, and when each came into it. Bounded: however large the
 * site, so many listings are looked through and no more.
 */
import type { PostRow } from '#shared/feed/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SearchPort } from '#shared/search/port.ts'
import type { PostFeedParams, PostView } from './feed-params.ts'
import { filteredScore, parseFilters } from '#shared/feed/filters.ts'
import { listingsOf, postRows } from '#shared/feed/queries.ts'
import { rankingFigures } from '#shared/feed/ranking.ts'
import { listings } from '#shared/feed/schema.ts'
import { isListed } from '#shared/posts/rules.ts'
import { parseSearchParams } from '#shared/search/params.ts'
import { searchResults } from '#shared/search/search.ts'
import { postsIn } from '#shared/sequences/queries.ts'
import type { PostTag } from '#shared/wiki/tag-vote-rules.ts'
import { tagsOfPosts } from '#shared/wiki/tag-vote-queries.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

export const postsInFeed = 10
const step = 50
const lookedThrough = 500
/** Personal posts are worth the feed of the community from there on (content.md 10.1). */
const communityKarma = 2

export interface FedPost {
  readonly row: PostRow
  /** When it came into this feed: published, chosen, or had reached the karma asked for. */
  readonly at: number
}

interface Places {
  readonly read: Read
  readonly search: SearchPort | null
  readonly now: number
}

/** @throws SearchUnavailable */
export async function postsOfFeed({ read, search, now }: Places, params: PostFeedParams): Promise<readonly FedPost[]> {
  const { view, of, karmaThreshold } = params
  if (view === 'search') {
    const asked = { ...parseSearchParams(new URLSearchParams({ query: of })), sort: 'newest_first' as const }
    const hits = search === null ? [] : (await searchResults(read, search, asked, now)).hits
    const found = hits.map(({ id }) => ({ postId: id, at: 0 }))
    return fitting(read, karmaThreshold === null ? found : await reachedAmong(read, found, karmaThreshold), params, now)
  }
  if (view === 'sequence') {
    const found = (await read.list(postsIn(of))).map(({ postId, addedAt }) => ({ postId, at: addedAt }))
    return fitting(read, karmaThreshold === null ? found : await reachedAmong(read, found, karmaThreshold), params, now)
  }
  const feed = feedOf(view, of)
  const isNarrow = feed.includes(':') || view === 'questions' || view === 'dialogues' || view === 'curatedRss'
  if (karmaThreshold !== null && isNarrow) {
    const found = await read.list(listingsOf(feed, 'new', lookedThrough))
    return fitting(read, await reachedAmong(read, found, karmaThreshold), params, now)
  }
  const walked = karmaThreshold === null ? feed : `reached:${karmaThreshold}`
  const found: FedPost[] = []
  for (let offset = 0; offset < lookedThrough && found.length < postsInFeed; offset += step) {
    const part = await read.list(listingsOf(walked, 'new', step, offset))
    found.push(...(await fitting(read, part, params, now)))
    if (part.length < step) break
  }
  return found.slice(0, postsInFeed)
}

function feedOf(view: Exclude<PostView, 'search' | 'sequence'>, of: string): string {
  switch (view) {
    case 'rss':
      return 'all'
    case 'frontpageRss':
      return 'frontpage'
    case 'curatedRss':
      return 'curated'
    case 'communityRss':
      return 'personal'
    case 'metaRss':
      return 'tag:meta'
    case 'questions':
    case 'dialogues':
      return view
    case 'userPosts':
      return `author:${of}`
    case 'tagScore':
      return `tag:${of}`
  }
}

interface Found {
  readonly postId: string
  readonly at: number
}

/** Those of some posts that have reached the mark, by when they did. */
async function reachedAmong(read: Read, found: readonly Found[], mark: number): Promise<readonly Found[]> {
  const reached = await read.getMany(
    listings,
    found.map(({ postId }) => `reached:${mark}:${postId}`),
  )
  return reached.toSorted((a, b) => b.at - a.at)
}

async function fitting(read: Read, found: readonly Found[], { view, filters }: PostFeedParams, now: number): Promise<readonly FedPost[]> {
  const times = new Map(found.map(({ postId, at }) => [postId, at]))
  const wanted = parseFilters(filters)
  const rows: FedPost[] = []
  // Rows cost more than lines: not more of them at once than a feed may need.
  for (let from = 0; from < found.length && rows.length < postsInFeed; from += step) {
    const part = await postRows(read, found.slice(from, from + step))
    const tags =
      filters === ''
        ? new Map<string, readonly PostTag[]>()
        : await tagsOfPosts(
            read,
            part.map(({ post }) => post),
          )
    for (const row of part) {
      const { post, tally } = row
      // A line may be older than what has become of the post.
      if (!isListed(post) || kindFacts(post).hasTakes) continue
      const publishedAt = post.publishedAt ?? post.createdAt
      const isFrontpage = post.frontpageAt !== null
      if (view === 'frontpageRss' && !isFrontpage) continue
      if (view === 'communityRss' && (isFrontpage || tally.maxBaseScore <= communityKarma)) continue
      const facts = {
        baseScore: tally.baseScore,
        publishedAt,
        isFrontpage,
        isCurated: post.curatedAt !== null,
        tags: new Set(tags.get(post.id)?.flatMap(({ slug, oldSlugs = [] }) => [slug, ...oldSlugs])),
      }
      const score = filters === '' ? 0 : filteredScore(facts, wanted, { exponent: rankingFigures.exponent, now, bonuses: rankingFigures })
      if (score !== null) rows.push({ row, at: times.get(post.id) || publishedAt })
    }
  }
  return rows.slice(0, postsInFeed)
}
