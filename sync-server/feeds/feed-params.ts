import { isId } from '#shared/kernel/ids.ts'

export const feedFormats = ['rss', 'atom', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

export interface FeedParams {
  /** Whose or which posts; `comments` for the newest comments of all. */
  readonly view: 'rss' | 'frontpageRss' | 'curatedRss' | 'userPosts' | 'comments'
  readonly userId: string | null
  /** One of the thresholds there are; `null` without one. */
  readonly karmaThreshold: number | null
  readonly format: FeedFormat
}

/** Rounded, so that one cached feed serves all who ask for about the same (content.md 10.1). */
const thresholds = [2, 30, 45, 75, 125, 200] as const
const boundaries = [16, 37, 60, 100, 162] as const

const views: Readonly<Record<string, FeedParams['view']>> = {
  rss: 'rss',
  frontpagerss: 'frontpageRss',
  curatedrss: 'curatedRss',
  userposts: 'userPosts',
}

/** @returns `null` for a view there is none of: only public lists have names here. */
export function feedParams(search: URLSearchParams): FeedParams | null {
  const named = (search.get('view') ?? 'rss').replaceAll('-', '').toLowerCase()
  const view = search.get('type') === 'comments' ? 'comments' : Object.hasOwn(views, named) ? views[named] : undefined
  if (view === undefined) return null
  const userId = view === 'userPosts' ? search.get('userId') : null
  if (view === 'userPosts' && (userId === null || !isId(userId))) return null
  const format = feedFormats.find((known) => known === (search.get('format') ?? 'rss'))
  if (format === undefined) return null
  return { view, userId, karmaThreshold: rounded(search.get('karmaThreshold')), format }
}

/** Equal feeds have equal keys. */
export function feedKey({ view, userId, karmaThreshold, format }: FeedParams): string {
  return ['feed', view, userId ?? '', karmaThreshold ?? '', format].join(' ')
}

function rounded(given: string | null): number | null {
  const value = given === null || given === '' ? Number.NaN : Number(given)
  if (!Number.isFinite(value)) return null
  const at = boundaries.findIndex((boundary) => value < boundary)
  return thresholds[at < 0 ? thresholds.length - 1 : at] ?? null
}
