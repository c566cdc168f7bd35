/**
 * The front page's list (content.md 6.1, 12.9). As everybody has it, it is a walk along one index,
 * by the score that is stored. As one reader wants it, the candidates of 90 days are ordered anew
 * by their own filters: what that needs of their listings is read once for all readers, no more
 * than `maxCandidates` of each feed, and posts only of those that are shown.
 */
import type { Common, CommonParts } from '../kernel/common.ts'
import type { Read } from '../kernel/transaction.ts'
import type { TagFilter } from './filters.ts'
import type { PostList, PostRow } from './queries.ts'
import type { FeedPreferences } from './settings-queries.ts'
import type { Listing } from './schema.ts'
import { commonOver } from '../kernel/common.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts } from '../posts/schema.ts'
import { filteredScore, parseFilters, personalKey, personalModeOf } from './filters.ts'
import { bytesOfRows, listingsBetween, listingsOf, postList, postRows, rowsOf } from './queries.ts'
import { rankingFigures } from './ranking.ts'
import { defaultPreferences } from './settings-queries.ts'
import { dayMs } from '../kernel/durations.ts'

/** Of each feed: a site that publishes more in 90 days is ordered by its newest. */
const maxCandidates = 2_000

export interface FrontPage extends PostList {
  readonly stickies: readonly PostRow[]
}

interface Asked {
  readonly sort: 'ranked' | 'latest'
  readonly limit: number
  readonly now: number
  readonly preferences?: FeedPreferences
  readonly common?: CommonParts
}

/** What ordering anew needs of a listing. */
type Candidate = Pick<Listing, 'postId' | 'baseScore' | 'publishedAt'>

/** The last 90 days of a feed. */
const candidates: Common<string, readonly Candidate[]> = {
  name: 'feed.candidates',
  keyOf: (feed) => feed,
  async make(read, feed, now) {
    const found = await read.list(listingsBetween(feed, now - rankingFigures.windowDays * dayMs, now + dayMs, maxCandidates))
    return found.map(({ postId, baseScore, publishedAt }) => ({ postId, baseScore, publishedAt }))
  },
  bytesOf: (found) => found.length * 120,
}

const pinnedRows: Common<null, readonly PostRow[]> = {
  name: 'feed.pinned',
  keyOf: () => '',
  async make(read) {
    const { stickies: limit } = rankingFigures
    const index = ['status', 'stickyPriority']
    return rowsOf(read, await read.list(defineQuery({ table: posts, index, equals: ['published'], from: 1, order: 'descending', limit })))
  },
  bytesOf: bytesOfRows,
}

/**
 * `ranked`: by time-decayed score over the last 90 days, pinned ones first; `latest`: as they came.
 */
export async function frontPage(
  read: Read,
  { sort, limit, now, preferences = defaultPreferences, common = commonOver(read, now) }: Asked,
): Promise<FrontPage> {
  if (sort === 'latest') return { ...(await postList(read, 'all', 'new', limit)), stickies: [] }
  const hidden = new Set(preferences.hidden)
  const pinned = await common(pinnedRows, null)
  const leftOut = new Set([...pinned.map(({ post }) => post.id), ...hidden])
  const isPlain = preferences.filters === '' && preferences.exponent === null
  const found = isPlain ? await walk(read, leftOut, limit + 1, now) : await ranked(common, preferences, leftOut, now)
  return {
    stickies: pinned.filter(({ post }) => !hidden.has(post.id)),
    rows: await postRows(read, found.slice(0, limit)),
    hasMore: found.length > limit,
  }
}

/** Old posts keep an old score: on until enough young ones are found, within a bound. */
async function walk(read: Read, leftOut: ReadonlySet<string>, enough: number, now: number): Promise<readonly Listing[]> {
  const since = now - rankingFigures.windowDays * dayMs
  const found: Listing[] = []
  for (let offset = 0, step = enough + 20; found.length < enough && offset < 5 * step; offset += step) {
    const part = await read.list(listingsOf('frontpage', 'magic', step, offset))
    found.push(...part.filter((listing) => listing.publishedAt >= since && !leftOut.has(listing.postId)))
    if (part.length < step) break
  }
  return found
}

async function ranked(
  common: CommonParts,
  preferences: FeedPreferences,
  leftOut: ReadonlySet<string>,
  now: number,
): Promise<readonly Candidate[]> {
  const filters = parseFilters(preferences.filters)
  const [onFront, personal, curated, tagged] = await Promise.all([
    common(candidates, 'frontpage'),
    personalModeOf(filters) === 'hidden' ? [] : common(candidates, 'personal'),
    common(candidates, 'curated'),
    taggedBy(filters, common),
  ])
  const curatedIds = new Set(curated.map(({ postId }) => postId))
  const exponent = preferences.exponent ?? rankingFigures.exponent
  const scoreAll = (from: readonly Candidate[], isFrontpage: boolean) =>
    from.flatMap((candidate) => {
      const { baseScore, publishedAt, postId } = candidate
      if (leftOut.has(postId)) return []
      const tags = new Set([...tagged].filter(([, ids]) => ids.has(postId)).map(([key]) => key))
      const post = { baseScore, publishedAt, isFrontpage, isCurated: curatedIds.has(postId), tags }
      const score = filteredScore(post, filters, { exponent, now, bonuses: rankingFigures })
      return score === null ? [] : [{ candidate, score }]
    })
  return [...scoreAll(onFront, true), ...scoreAll(personal, false)]
    .toSorted((a, b) => b.score - a.score || b.candidate.publishedAt - a.candidate.publishedAt)
    .map(({ candidate }) => candidate)
}

/** Which posts bear the words that the filters name. */
async function taggedBy(filters: readonly TagFilter[], common: CommonParts): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const keys = filters.filter(({ key, mode }) => key !== personalKey && mode !== 'default').map(({ key }) => key)
  const lists = await Promise.all(keys.map((key) => common(candidates, `tag:${key}`)))
  return new Map(keys.map((key, at) => [key, new Set(lists[at]?.map(({ postId }) => postId))]))
}
