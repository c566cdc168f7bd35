import type { FindAsked, FoundAll } from '#shared/search/port.ts'
import type { StoreAddress } from '#server/store/open-store.ts'

export interface SearchStart {
  readonly address: StoreAddress
  /** How many data migrations the store has behind it: this thread runs none. */
  readonly schema: number
  /** Of the lead, under which this thread keeps the index; `null`: another node's does. */
  readonly term: number | null
}

export type ToSearch =
  | { readonly n: number; readonly asks: readonly FindAsked[] }
  | { readonly term: number | null }
  | { readonly close: true }

export type FromSearch =
  | { readonly kind: 'ready' }
  | { readonly kind: 'found'; readonly n: number; readonly all: FoundAll }
  | { readonly kind: 'failed'; readonly n: number; readonly why: string }
  | { readonly kind: 'log'; readonly about: string; readonly stack: string }
