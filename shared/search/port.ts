import type { SearchKind, SearchSort } from './params.ts'
import type { SearchPlan } from './plan.ts'

/**
 * What a search engine is asked for: ids of things that were public when it last heard of them.
 * Whoever shows them asks again whether they are.
 */
export interface FindAsked {
  readonly kind: SearchKind
  readonly plan: SearchPlan
  /** Slugs, all of which a post must have, or the post of a comment. */
  readonly tags: readonly string[]
  /** ms since 1970; `null`: however old. */
  readonly since: number | null
  readonly isCurated: boolean
  readonly sort: SearchSort
  /** 0: only the count is wanted. */
  readonly limit: number
  readonly offset: number
  /** `false`: nobody wants to know how many there are, which takes as long as finding them. */
  readonly isCounted: boolean
}

export interface Found {
  /** Best first. */
  readonly ids: readonly string[]
  /** At most `maxCounted`; of what is not counted only so many as are known of. */
  readonly count: number
}

/** More than that are "over 1,000": nobody needs the exact number, and counting takes time. */
export const maxCounted = 1_000

export interface FoundAll {
  /** In the order asked. */
  readonly found: readonly Found[]
  /** Everything is in the index; `false` while it is being made. */
  readonly isWhole: boolean
}

export interface SearchPort {
  /** @throws SearchUnavailable */
  find(asks: readonly FindAsked[]): Promise<FoundAll>
}

/** The search engine does not answer, or has too much to do. */
export class SearchUnavailable extends Error {
  constructor(cause?: unknown) {
    super('the search does not answer', { cause })
    this.name = 'SearchUnavailable'
  }
}
