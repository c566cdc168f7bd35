import type { CommentHit, Hit, PostHit, SequenceHit, TagHit, UserHit } from '#shared/search/results.ts'
import type { SearchAsked, SearchKind } from '#shared/search/params.ts'
import type { SynonymGroups } from '#shared/search/synonyms.ts'
import type { SearchResults } from '#shared/search/search.ts'
import type { Doc } from '#shared/text/schema.ts'

/** What is shown of it, but for what is marked in it. */
export type LocalFacts =
  | Omit<PostHit, 'title' | 'snippet'>
  | Omit<CommentHit, 'snippet'>
  | Omit<TagHit, 'name'>
  | Omit<SequenceHit, 'title' | 'snippet'>
  | Omit<UserHit, 'name' | 'snippet'>

/** Something on this device that can be found. */
export interface LocalDoc {
  readonly facts: LocalFacts
  /** Plain text: a title, a name. */
  readonly name: string
  readonly author: string
  readonly body: Doc | string
  /** Names under which `user:` finds it. */
  readonly users: readonly string[]
  /** Slugs. */
  readonly tags: readonly string[]
  readonly at: number
  readonly karma: number
  readonly isCurated: boolean
  /** The post of a comment: it goes with that. */
  readonly postId: string | null
}

export interface LocalName {
  readonly kind: SearchKind
  readonly id: string
}

export type ToLocalSearch =
  | { readonly kind: 'put'; readonly docs: readonly LocalDoc[] }
  | { readonly kind: 'gone'; readonly names: readonly LocalName[]; readonly underPosts: readonly string[] }
  | { readonly kind: 'synonyms'; readonly groups: SynonymGroups }
  | { readonly kind: 'find'; readonly n: number; readonly asked: SearchAsked; readonly now: number }
  | { readonly kind: 'quick'; readonly n: number; readonly typed: string; readonly now: number }

export type FromLocalSearch =
  | { readonly kind: 'found'; readonly n: number; readonly results: SearchResults }
  | { readonly kind: 'hits'; readonly n: number; readonly hits: readonly Hit[] }
  | { readonly kind: 'failed'; readonly n: number; readonly why: string }
