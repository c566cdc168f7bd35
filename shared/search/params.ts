/**
 * What an address of `/search` asks for (content.md 6.10). What is not understood takes its usual
 * value: a search never fails for a parameter.
 */
import { slugify } from '../kernel/slug.ts'
import { searchLimits } from './query.ts'
import { dayMs } from '../kernel/durations.ts'

export const searchKinds = ['posts', 'comments', 'tags', 'sequences', 'users'] as const
export type SearchKind = (typeof searchKinds)[number]

export const searchSorts = ['relevance', 'karma', 'newest_first', 'oldest_first'] as const
export type SearchSort = (typeof searchSorts)[number]

/** What is shown while one types: so many of each, in this order. */
export const quickHits: Readonly<Record<SearchKind, number>> = { posts: 4, users: 2, tags: 2, sequences: 2, comments: 3 }
/** Where one kind alone is asked for. */
export const quickHitsOfOne = 8
export const quickOrder = ['posts', 'users', 'tags', 'sequences', 'comments'] as const satisfies readonly SearchKind[]

/** How far back; `all`: no matter how old. */
export const searchDates = { all: null, day: dayMs, week: 7 * dayMs, month: 30 * dayMs, year: 365 * dayMs } as const
export type SearchDate = keyof typeof searchDates

export const resultsPerPage = 10
/** Nobody reads on from there, and the work for each further page grows. */
export const maxPages = 50
const maxTags = 10

export interface SearchAsked {
  /** As typed. */
  readonly query: string
  readonly kind: SearchKind
  /** From 1. */
  readonly page: number
  readonly sort: SearchSort
  /**
   * Slugs; of posts and comments. Kept for the others, so that they are there when one comes back.
   */
  readonly tags: readonly string[]
  readonly isCurated: boolean
  readonly date: SearchDate
}

export function parseSearchParams(search: URLSearchParams): SearchAsked {
  const kind = oneOf(searchKinds, search.get('contentType')?.toLowerCase(), 'posts')
  const tags = search
    .getAll('tags')
    .flatMap((value) => value.slice(0, 1_000).split(','))
    .map(slugify)
  const toggles = search.getAll('toggle').flatMap((value) => value.split(','))
  const sort = oneOf(searchSorts, search.get('sort') ?? undefined, 'relevance')
  return {
    // One character more tells the parser that there was more.
    query: (search.get('query') ?? '').slice(0, searchLimits.characters + 1),
    kind,
    page: pageOf(search.get('page')),
    sort: sortsOf(kind).includes(sort) ? sort : 'relevance',
    tags: [...new Set(tags.filter((tag) => tag !== ''))].slice(0, maxTags),
    isCurated: toggles.includes('curated'),
    date: oneOf(['all', 'day', 'week', 'month', 'year'] as const, search.get('date') ?? undefined, 'all'),
  }
}

/** The parameters that differ from what is usual, for links. */
export function searchQuery(asked: Partial<SearchAsked>): Readonly<Record<string, string | number | null>> {
  const { query = '', kind = 'posts', page = 1, sort = 'relevance', tags = [], isCurated = false, date = 'all' } = asked
  return {
    query,
    contentType: kind === 'posts' ? null : kind,
    sort: sort === 'relevance' ? null : sort,
    date: date === 'all' ? null : date,
    tags: tags.length === 0 ? null : tags.join(','),
    toggle: isCurated ? 'curated' : null,
    page: page === 1 ? null : page,
  }
}

/** Tags have no date and no karma of their own, sequences no karma. */
export function sortsOf(kind: SearchKind): readonly SearchSort[] {
  if (kind === 'tags') return ['relevance']
  return kind === 'sequences' ? searchSorts.filter((sort) => sort !== 'karma') : searchSorts
}

function pageOf(text: string | null): number {
  return text !== null && /^[1-9]\d{0,4}$/u.test(text) ? Math.min(Number(text), maxPages) : 1
}

function oneOf<Value extends string>(allowed: readonly Value[], value: string | undefined, usual: Value): Value {
  return allowed.find((one) => one === value) ?? usual
}
