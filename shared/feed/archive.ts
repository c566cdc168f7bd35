import type { Read } from '../kernel/transaction.ts'
import type { PostRow, PostSort } from './queries.ts'
import type { Listing } from './schema.ts'
import { listingsBetween, postList, postRows, postSorts } from './queries.ts'
import { rankingFigures } from './ranking.ts'
import { dayMs } from '../kernel/durations.ts'

/** The page of all posts (content.md 6.2): its controls, its time blocks, its data need. */
export const timeframes = ['daily', 'weekly', 'monthly', 'yearly', 'allTime', 'exponential'] as const
export type Timeframe = (typeof timeframes)[number]
export const postFilters = ['all', 'frontpage', 'curated', 'questions', 'events', 'linkpost'] as const
export type PostFilter = (typeof postFilters)[number]

export interface ArchiveParams {
  readonly timeframe: Timeframe
  readonly sort: PostSort
  readonly filter: PostFilter
  /** Tag slug; replaces the filter's feed. */
  readonly tag: string | null
  readonly karmaThreshold: number
  /** Blocks shown, or posts in the all-time view. */
  readonly limit: number
  /** `YYYY-MM-DD`, inclusive and exclusive; with both, one block of that stretch alone. */
  readonly after: string | null
  readonly before: string | null
  readonly reverse: boolean
  /** Events among the posts, once there are any. */
  readonly includesEvents: boolean
  /** The quick takes of each stretch below its posts. */
  readonly includesTakes: boolean
}

const blocksAtOnce = { daily: 10, weekly: 4, monthly: 4, yearly: 4, exponential: 12, allTime: 50 } as const satisfies Record<
  Timeframe,
  number
>
/** The server reads no more than this for one block (content.md 1.4). */
const maxListings = 10_000
export const postsPerBlock = 16
const postsOfOnePeriod = 100

/**
 * @returns the parameters, and the names of those that were malformed and therefore left at their
 *   default.
 */
export function parseArchiveParams(search: { get(name: string): string | null }): {
  readonly params: ArchiveParams
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const oneOf = <T extends string>(name: string, allowed: readonly [T, ...T[]]): T => {
    const given = search.get(name)
    const match = allowed.find((value) => value === given)
    if (given !== null && match === undefined) problems.push(name)
    return match ?? allowed[0]
  }
  const whole = (name: string, otherwise: number, least: number, most: number): number => {
    const given = search.get(name)
    if (given === null || given === '') return otherwise
    const value = Number(given)
    if (!Number.isInteger(value) || value < least || value > most) {
      problems.push(name)
      return otherwise
    }
    return value
  }
  const day = (name: string): string | null => {
    const given = search.get(name)
    if (given === null || given === '') return null
    const time = /^\d{4}-\d{2}-\d{2}$/u.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN
    if (!Number.isNaN(time) && isoDay(time) === given) return given
    problems.push(name)
    return null
  }
  const timeframe = oneOf('timeframe', timeframes)
  const params: ArchiveParams = {
    timeframe,
    sort: oneOf('sortedBy', postSorts),
    filter: oneOf('filter', postFilters),
    tag: search.get('tag') || null,
    karmaThreshold: whole('karmaThreshold', rankingFigures.lowKarma, -1_000, 100_000),
    limit: whole('limit', blocksAtOnce[timeframe], 1, 1_000),
    after: day('after'),
    before: day('before'),
    reverse: search.get('reverse') === 'true',
    includesEvents: search.get('includeEvents') === 'true',
    includesTakes: search.get('includeShortform') !== 'false',
  }
  return { params, problems }
}

export interface ArchiveBlock {
  /** First moment of the block, UTC. */
  readonly from: number
  /** First moment after it. */
  readonly until: number
  readonly rows: readonly PostRow[]
  /** All that match, shown or not. */
  readonly total: number
}

export interface Archive {
  readonly blocks: readonly ArchiveBlock[]
  readonly hasMore: boolean
}

/** All posts in blocks of time, newest first; the all-time view is one block. */
export async function archive(read: Read, params: ArchiveParams, now: number): Promise<Archive> {
  const feed = params.tag === null ? feedOf(params.filter) : `tag:${params.tag}`
  if (params.after !== null && params.before !== null) {
    const block = await blockOf(read, feed, params, dayStart(params.after), dayStart(params.before), postsOfOnePeriod)
    return { blocks: [block], hasMore: false }
  }
  if (params.timeframe === 'allTime') {
    const list = await postList(read, feed, params.sort, params.limit)
    const rows = list.rows.filter((row) => row.tally.baseScore >= params.karmaThreshold)
    return { blocks: [{ from: 0, until: now, rows, total: rows.length }], hasMore: list.hasMore }
  }
  const [oldest] = await read.list({ ...listingsBetween(feed, 0, now + dayMs, 1), order: 'ascending' })
  if (oldest === undefined) return { blocks: [], hasMore: false }
  const spans = spansOf(params, now, oldest.at)
  const shown = spans.slice(0, params.limit)
  const blocks: ArchiveBlock[] = []
  for (const [from, until] of shown) blocks.push(await blockOf(read, feed, params, from, until, postsPerBlock))
  const newestIsEmpty = blocks[0]?.rows.length === 0 && !params.reverse
  return { blocks: newestIsEmpty ? blocks.slice(1) : blocks, hasMore: spans.length > shown.length }
}

function feedOf(filter: PostFilter): string {
  return filter === 'linkpost' ? 'linkposts' : filter
}

async function blockOf(read: Read, feed: string, params: ArchiveParams, from: number, until: number, most: number): Promise<ArchiveBlock> {
  const found = await read.list(listingsBetween(feed, from, until, maxListings))
  const wanted = found.filter((listing) => listing.baseScore >= params.karmaThreshold).toSorted(byListing(params.sort))
  return { from, until, rows: await postRows(read, wanted.slice(0, most)), total: wanted.length }
}

function byListing(sort: PostSort): (a: Listing, b: Listing) => number {
  switch (sort) {
    case 'magic':
      return (a, b) => b.score - a.score || b.at - a.at
    case 'top':
      return (a, b) => b.baseScore - a.baseScore || b.at - a.at
    case 'topAdjusted':
      return (a, b) => b.adjustedScore - a.adjustedScore || b.at - a.at
    case 'recentComments':
      return (a, b) => b.lastCommentedAt - a.lastCommentedAt
    case 'new':
      return (a, b) => b.at - a.at
    case 'old':
      return (a, b) => a.at - b.at
  }
}

/**
 * Stretches of time that cover everything from the newest moment to the oldest post, newest first
 * (oldest first with `reverse`).
 */
function spansOf(params: ArchiveParams, now: number, oldest: number): readonly (readonly [number, number])[] {
  const newest = params.before === null ? now : dayStart(params.before) - 1
  const earliest = params.after === null ? oldest : Math.max(oldest, dayStart(params.after))
  const spans: [number, number][] = []
  if (params.timeframe === 'exponential') {
    const today = startOf('daily', newest)
    let until = today + dayMs
    for (const days of [2, 7, 14, 31]) {
      const from = today + dayMs - days * dayMs
      spans.push([from, until])
      until = from
    }
    let month = startOf('monthly', until)
    for (let back = 1; until > earliest; back *= 2) {
      const from = month < until ? month : shiftMonths(month, -back)
      spans.push([from, until])
      until = from
      month = from
    }
    return spans.filter(([, end]) => end > earliest)
  }
  const timeframe = params.timeframe === 'allTime' ? 'yearly' : params.timeframe
  let from = startOf(timeframe, newest)
  let until = next(timeframe, from)
  while (until > earliest) {
    spans.push([from, until])
    until = from
    from = startOf(timeframe, from - 1)
  }
  return params.reverse ? spans.toReversed() : spans
}

type Calendar = 'daily' | 'weekly' | 'monthly' | 'yearly'

function startOf(timeframe: Calendar, time: number): number {
  const day = Math.floor(time / dayMs) * dayMs
  if (timeframe === 'daily') return day
  // 1 January 1970 was a Thursday; weeks begin on Monday (ISO 8601).
  if (timeframe === 'weekly') return day - ((((day / dayMs + 3) % 7) + 7) % 7) * dayMs
  const iso = isoDay(time)
  return Date.parse(`${timeframe === 'monthly' ? iso.slice(0, 7) : `${iso.slice(0, 4)}-01`}-01T00:00:00Z`)
}

function next(timeframe: Calendar, from: number): number {
  if (timeframe === 'daily') return from + dayMs
  if (timeframe === 'weekly') return from + 7 * dayMs
  return shiftMonths(from, timeframe === 'monthly' ? 1 : 12)
}

function shiftMonths(monthStart: number, by: number): number {
  const iso = isoDay(monthStart)
  const months = Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1 + by
  const year = String(Math.floor(months / 12)).padStart(4, '0')
  return Date.parse(`${year}-${String((months % 12) + 1).padStart(2, '0')}-01T00:00:00Z`)
}

function dayStart(iso: string): number {
  return Date.parse(`${iso}T00:00:00Z`)
}

/** `YYYY-MM-DD` in UTC. */
export function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
