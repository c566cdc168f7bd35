/**
 * Picks from the archive (content.md 6.4). Pure but for reading; the same for a reader all day, so
 * that a list can be returned to.
 */
import type { Common, CommonParts } from '../kernel/common.ts'
import type { Read } from '../kernel/transaction.ts'
import type { PostRow } from './queries.ts'
import type { RecommendSettings } from './settings-schema.ts'
import type { Listing } from './schema.ts'
import { commonOver } from '../kernel/common.ts'
import { readMarkId, readMarks } from '../reading/schema.ts'
import { listingsOf, postRows } from './queries.ts'
import { dayMs } from '../kernel/durations.ts'

export const recommendFigures = {
  count: 10,
  /** Only above. */
  leastKarma: 50,
  frontpageBonus: 10,
  curatedBonus: 50,
  candidates: 600,
} as const

export const usualRecommend: RecommendSettings = {
  isUnreadOnly: true,
  method: 'sample',
  includesPersonal: false,
  hidesCurated: false,
  hidesArchive: false,
}

/** How likely a post is drawn: what it stands in, and the cube of its karma. */
export function samplingWeight({ karma, isFrontpage, isCurated }: { karma: number; isFrontpage: boolean; isCurated: boolean }): number {
  const { frontpageBonus, curatedBonus } = recommendFigures
  return (isCurated ? curatedBonus : isFrontpage ? frontpageBonus : 0) + Math.max(0, karma) ** 3
}

/**
 * Some of the items without putting back, each as likely as its weight; the same ones for one seed.
 * (Efraimidis and Spirakis, 2006.)
 */
export function weightedSample<Item extends { readonly id: string; readonly weight: number }>(
  items: readonly Item[],
  count: number,
  seed: string,
): readonly Item[] {
  return items
    .filter(({ weight }) => weight > 0)
    .map((item) => ({ item, key: -Math.log(chanceOf(`${seed}:${item.id}`)) / item.weight }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item)
}

/**
 * A number above 0 and below 1 that follows from the text alone (FNV-1a, then Murmur3's last
 * steps).
 */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32
}

interface Asked {
  /** `null`: nobody is known; then nothing counts as read. */
  readonly userId: string | null
  readonly settings: RecommendSettings
  /** Ids that are wanted no more. */
  readonly dismissed: ReadonlySet<string>
  readonly now: number
  readonly count?: number
  readonly common?: CommonParts
}

/** What drawing needs of a listing. */
type Candidate = Pick<Listing, 'postId' | 'baseScore' | 'feed'>

/** The best of a feed. */
const bestOf: Common<string, readonly Candidate[]> = {
  name: 'feed.best',
  keyOf: (feed) => feed,
  async make(read, feed) {
    const found = await read.list(listingsOf(feed, 'top', recommendFigures.candidates))
    return found.map(({ postId, baseScore }) => ({ postId, baseScore, feed }))
  },
  bytesOf: (found) => found.length * 120,
}

export async function recommend(read: Read, asked: Asked): Promise<readonly PostRow[]> {
  const { userId, settings, dismissed, now, count = recommendFigures.count, common = commonOver(read, now) } = asked
  const feeds = settings.includesPersonal ? ['frontpage', 'personal'] : ['frontpage']
  const lists = await Promise.all(feeds.map((feed) => common(bestOf, feed)))
  const curated = new Set((await common(bestOf, 'curated')).map(({ postId }) => postId))
  const leftOut = new Set((await common(bestOf, 'notRecommended')).map(({ postId }) => postId))
  const isWorthy = ({ baseScore, postId }: Candidate) =>
    baseScore > recommendFigures.leastKarma && !dismissed.has(postId) && !leftOut.has(postId)
  const worthy = lists.flat().filter(isWorthy)
  const ordered = settings.method === 'top' ? worthy.toSorted((a, b) => b.baseScore - a.baseScore) : drawn(worthy)
  const readerId = settings.isUnreadOnly ? userId : null
  return postRows(read, readerId === null ? ordered.slice(0, count) : await unreadOf(read, readerId, ordered, count))

  function drawn(from: readonly Candidate[]): readonly Candidate[] {
    const items = from.map((candidate) => ({
      id: candidate.postId,
      candidate,
      weight: samplingWeight({
        karma: candidate.baseScore,
        isFrontpage: candidate.feed === 'frontpage',
        isCurated: curated.has(candidate.postId),
      }),
    }))
    const today = Math.floor(now / dayMs)
    return weightedSample(items, items.length, `${userId ?? ''}:${today}`).map(({ candidate }) => candidate)
  }
}

/**
 * The first so many that are not marked as read: a draw without the others gives the same, since
 * each has a lot of its own.
 */
export async function unreadOf<Of extends { readonly postId: string }>(
  read: Read,
  userId: string,
  ordered: readonly Of[],
  count: number,
): Promise<readonly Of[]> {
  const found: Of[] = []
  for (let from = 0; from < ordered.length && found.length < count; from += 2 * count) {
    const part = ordered.slice(from, from + 2 * count)
    const marks = await read.getMany(
      readMarks,
      part.map(({ postId }) => readMarkId(userId, postId)),
    )
    const seen = new Set(marks.filter(({ isRead }) => isRead).map(({ postId }) => postId))
    found.push(...part.filter(({ postId }) => !seen.has(postId)))
  }
  return found.slice(0, count)
}
