/**
 * A search, from what was asked to what is shown: the page, the typing results and the device's own
 * search go through here.
 */
import type { Read } from '../kernel/transaction.ts'
import type { SearchAsked, SearchKind } from './params.ts'
import type { FindAsked, SearchPort } from './port.ts'
import type { Hit } from './results.ts'
import { maxPages, quickHits, quickHitsOfOne, quickOrder, resultsPerPage, searchDates, searchKinds } from './params.ts'
import { planOf } from './plan.ts'
import { asksForSomething, parseSearch } from './query.ts'
import { hitsOf } from './results.ts'
import { synonymsIn } from './synonyms.ts'

export interface SearchResults {
  readonly hits: readonly Hit[]
  /** For each kind, at most `maxCounted`. `null`: nothing was asked for. */
  readonly counts: Readonly<Record<SearchKind, number>> | null
  readonly pageCount: number
  /** The query was longer than what is looked for. */
  readonly isCut: boolean
  readonly isWhole: boolean
}

/** @param read permitted for whoever searches. @throws SearchUnavailable */
export async function searchResults(read: Read, port: SearchPort, asked: SearchAsked, now: number): Promise<SearchResults> {
  const query = parseSearch(asked.query)
  if (!asksForSomething(query) && asked.tags.length === 0)
    return { hits: [], counts: null, pageCount: 0, isCut: query.isCut, isWhole: true }
  const plan = planOf(query, await synonymsIn(read))
  const asks = searchKinds.map((kind): FindAsked => {
    const isShown = kind === asked.kind
    return {
      ...askOf({ ...asked, kind }, now),
      limit: isShown ? resultsPerPage : 0,
      offset: isShown ? (asked.page - 1) * resultsPerPage : 0,
    }
  })
  const { found, isWhole } = await port.find(asks)
  const counts = Object.fromEntries(searchKinds.map((kind, at) => [kind, found[at]?.count ?? 0])) as Record<SearchKind, number> // one of each
  const ids = found[searchKinds.indexOf(asked.kind)]?.ids ?? []
  const hits = await hitsOf(read, asked.kind, ids, plan)
  // What may not be shown is not counted either.
  counts[asked.kind] = Math.max(0, counts[asked.kind] - (ids.length - hits.length))
  const pageCount = Math.min(maxPages, Math.ceil(counts[asked.kind] / resultsPerPage))
  return { hits, counts, pageCount, isCut: query.isCut, isWhole }

  function askOf({ kind, tags, date, isCurated, sort }: SearchAsked, at: number): FindAsked {
    const span = searchDates[date]
    const hasTags = kind === 'posts' || kind === 'comments'
    return {
      kind,
      plan,
      tags: hasTags ? tags : [],
      since: span === null || kind === 'tags' ? null : at - span,
      isCurated: kind === 'posts' && isCurated,
      sort,
      limit: 0,
      offset: 0,
      isCounted: true,
    }
  }
}

/** The first hits of each kind, while one is typing. */
export interface QuickResults {
  readonly hits: readonly Hit[]
  readonly isWhole: boolean
}

/** Lends a permitted reader; given back before the search is asked: nobody holds one who waits. */
type Reading = <T>(work: (read: Read) => Promise<T>) => Promise<T>

export async function quickResults(reading: Reading, port: SearchPort, typed: string, only?: 'users'): Promise<QuickResults> {
  const query = parseSearch(typed)
  if (!asksForSomething(query)) return { hits: [], isWhole: true }
  const plan = planOf(query, await reading(synonymsIn))
  const kinds = only === undefined ? quickOrder : [only]
  const { found, isWhole } = await port.find(
    kinds.map((kind) => ({
      kind,
      plan,
      tags: [],
      since: null,
      isCurated: false,
      sort: 'relevance',
      limit: only === undefined ? quickHits[kind] : quickHitsOfOne,
      offset: 0,
      isCounted: false,
    })),
  )
  const hits = await reading((read) => Promise.all(kinds.map((kind, at) => hitsOf(read, kind, found[at]?.ids ?? [], plan, true))))
  return { hits: hits.flat(), isWhole }
}
