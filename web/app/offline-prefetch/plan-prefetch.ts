/**
 * What is fetched for reading offline, in which order, and where it stops: plain data in, plain
 * data out. The newest posts of the front page, those of the reader and of people the reader
 * follows first; members get rows, which then keep themselves fresh, everybody else finished
 * answers.
 */
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { StoredItem } from '../../data/device/device-api.ts'

export const prefetchLimits = {
  posts: 50,
  /** Of all that was prefetched, its pictures included. */
  bytes: 20_000_000,
  /**
   * Rows bring every comment: of a longer discussion the finished page is fetched, which has the
   * first ones.
   */
  commentsByRows: 300,
  /** A finished answer is asked for again after so long. */
  freshMs: 60 * 60_000,
  /** Of events that the reader answered or whose group the reader follows. */
  events: 30,
  /** Between two rounds. */
  everyMs: 30 * 60_000,
  /** After so long a round that was cut off goes on, in whichever tab. */
  resumeMs: 60_000,
} as const

/** A line of the front page, as far as it matters here. */
export interface PrefetchPost {
  readonly id: string
  readonly slug: string | null
  /** As bylines have them. */
  readonly authorSlugs: readonly string[]
  readonly commentCount: number
}

export type PrefetchStep =
  | { readonly kind: 'rows'; readonly postId: string }
  /** The part of the map where an event is, which its rows say. */
  | { readonly kind: 'map'; readonly eventId: string }
  /** `isPost`: its pictures are fetched too. */
  | { readonly kind: 'answer'; readonly address: string; readonly isPost: boolean }

/** A coming event that the reader answered, or whose group the reader follows. */
export interface PrefetchEvent {
  readonly id: string
  /** The page of its group; `null`: it is in none that the reader follows. */
  readonly groupHref: string | null
}

interface PlanFacts {
  /** As the front page lists them. */
  readonly posts: readonly PrefetchPost[]
  /** User id; `null`: a visitor, whose device has no rows. */
  readonly account: string | null
  readonly slug: string | null
  /** The next first. */
  readonly events: readonly PrefetchEvent[]
  /** Slugs of members and ids of posts that the reader follows. */
  readonly followed: ReadonlySet<string>
  readonly held: readonly StoredItem[]
  readonly now: number
}

export interface Plan {
  readonly steps: readonly PrefetchStep[]
  /**
   * Prefetched finished pages that the front page does not list any more: it has newer posts, or
   * they were removed.
   */
  readonly outdated: readonly string[]
}

/**
 * Section fronts, the reader's own pages, events, then posts; without what is here already and
 * fresh.
 */
export function planPrefetch({ posts, account, slug, events, followed, held, now }: PlanFacts): Plan {
  const byId = new Map(held.map((thing) => [thing.id, thing]))
  const isFresh = (address: string) => now - (byId.get(address)?.lastUsed ?? 0) < prefetchLimits.freshMs
  const wanted = ordered(posts, slug, followed)
  const ofPosts = wanted.flatMap(({ id, slug: name, commentCount }): readonly PrefetchStep[] => {
    if (byId.get(`thread:${id}`)?.isComplete === true) return []
    if (account !== null && commentCount <= prefetchLimits.commentsByRows) return [{ kind: 'rows', postId: id }]
    const address = links.post({ id, slug: name })
    return isFresh(address) ? [] : [{ kind: 'answer', address, isPost: true }]
  })
  const own = account === null || slug === null ? [] : [links.user(slug), links.account()]
  const meetings = account === null ? [] : events.slice(0, prefetchLimits.events)
  const groups = meetings.flatMap(({ groupHref }) => groupHref ?? [])
  const lists = [...new Set([...sectionFronts, ...own, ...groups])].filter((address) => !isFresh(address))
  const ofEvents = meetings.flatMap(({ id }): readonly PrefetchStep[] => {
    const map = { kind: 'map', eventId: id } as const
    return byId.get(`thread:${id}`)?.isComplete === true ? [map] : [{ kind: 'rows', postId: id }, map]
  })
  const listed = new Set(wanted.map(({ id }) => id))
  const outdated = held.filter(({ id, kind, keep }) => kind === 'page' && keep === 'prefetched' && isUnlisted(id, listed))
  return {
    steps: [...lists.map((address) => ({ kind: 'answer', address, isPost: false }) as const), ...ofEvents, ...ofPosts],
    outdated: outdated.map(({ id }) => id),
  }
}

/**
 * Whether the next thing may still be fetched. @param pictures bytes of pictures that were fetched
 * for prefetched posts.
 */
export function hasRoom(held: readonly StoredItem[], pictures: number): boolean {
  const bytes = held.reduce((sum, thing) => sum + (thing.keep === 'prefetched' ? thing.bytes : 0), pictures)
  // A post with its discussion and pictures has rarely more than half a megabyte.
  return bytes + 500_000 <= prefetchLimits.bytes
}

/** Whether anything is fetched now. `choice`: the reader's, on /device; `null`: none was made. */
export function isDue(facts: {
  readonly choice: boolean | null
  readonly isMember: boolean
  readonly isInstalled: boolean
  readonly lastAt: number
  readonly begunAt: number
  readonly now: number
}): boolean {
  const { choice, isMember, isInstalled, lastAt, begunAt, now } = facts
  // A clock that was set back says nothing about when it was.
  const isWithin = (at: number, ms: number) => at <= now && now - at < ms
  const isSoon = isWithin(lastAt, prefetchLimits.everyMs) || isWithin(begunAt, prefetchLimits.resumeMs)
  return (choice ?? (isMember || isInstalled)) && !isSoon
}

const sectionFronts: readonly string[] = [
  links.front(),
  links.allPosts(),
  links.library(),
  links.wikiTags(),
  links.recommendations(),
  links.questions(),
  links.quickTakes(),
  links.dialogues(),
  links.allComments(),
  links.upcomingEvents(),
  links.about(),
  links.faq(),
  links.contact(),
]

/** Stable: of one rank in the order of the page. */
function ordered(posts: readonly PrefetchPost[], slug: string | null, followed: ReadonlySet<string>): readonly PrefetchPost[] {
  const rank = ({ id, authorSlugs }: PrefetchPost): number => {
    if (slug !== null && authorSlugs.includes(slug)) return 0
    return followed.has(id) || authorSlugs.some((author) => followed.has(author)) ? 1 : 2
  }
  // The newest 50 of the page are chosen first: a followed author's older posts push nobody out.
  return posts.slice(0, prefetchLimits.posts).toSorted((a, b) => rank(a) - rank(b))
}

function isUnlisted(address: string, listed: ReadonlySet<string>): boolean {
  const postId = /^\/posts\/([^/?#]+)/u.exec(address)?.[1] ?? ''
  return isId(postId) && !listed.has(postId)
}

/** The posts of a front page's answer; nothing for any other page. */
export function postsOfFront(page: unknown): readonly PrefetchPost[] {
  if (typeof page !== 'object' || page === null || !('rows' in page) || !Array.isArray(page.rows)) return []
  return page.rows.flatMap((row: unknown): readonly PrefetchPost[] => {
    if (typeof row !== 'object' || row === null || !('id' in row) || typeof row.id !== 'string') return []
    const slug = 'slug' in row && typeof row.slug === 'string' ? row.slug : null
    const commentCount = 'commentCount' in row && typeof row.commentCount === 'number' ? row.commentCount : 0
    const authors: readonly unknown[] = 'authors' in row && Array.isArray(row.authors) ? row.authors : []
    return [{ id: row.id, slug, commentCount, authorSlugs: authors.flatMap(slugOfAuthor) }]
  })
}

function slugOfAuthor(author: unknown): readonly string[] {
  return typeof author === 'object' && author !== null && 'slug' in author && typeof author.slug === 'string' ? [author.slug] : []
}

/** Of the answer of a list of events, in its order; nothing for any other page. */
export function eventsOfList(page: unknown): readonly PrefetchEvent[] {
  if (typeof page !== 'object' || page === null || !('lines' in page) || !Array.isArray(page.lines)) return []
  return page.lines.flatMap((line: unknown): readonly PrefetchEvent[] => {
    if (typeof line !== 'object' || line === null || !('id' in line) || typeof line.id !== 'string') return []
    return [{ id: line.id, groupHref: 'groupHref' in line && typeof line.groupHref === 'string' ? line.groupHref : null }]
  })
}
