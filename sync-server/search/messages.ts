import type { FindAsked, FoundAll } from '#shared/search/port.ts'
import type { StoreAddress } from '#server/store/open-store.ts'

export interface SearchStart {
  readonly address: StoreAddress
  /** How many data migrations the store has behind it: this thread runs none. */
  readonly schema: number
}

export type ToSearch = { readonly n: number; readonly asks: readonly FindAsked[] } | { readonly close: true }

export type FromSearch =
  | { readonly kind: 'ready' }
  | { readonly kind: 'found'; readonly n: number; readonly all: FoundAll }
  | { readonly kind: 'failed'; readonly n: number; readonly why: string }
  | { readonly kind: 'log'; readonly about: string; readonly stack: string }
