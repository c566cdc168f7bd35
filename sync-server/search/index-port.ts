/**
 * What keeps the words of everything public: FTS5 in a SQLite file of its own, or PostgreSQL's text
 * search. It holds no text, only words and where they stand; it is derived, may be thrown away and
 * is made again from the store. It judges nobody's rights: only what is public is ever put into it.
 */
import type { FindAsked, Found } from '#shared/search/port.ts'
import type { SearchKind } from '#shared/search/params.ts'

export interface SearchDoc {
  readonly kind: SearchKind
  /** Of the row; a tag's slug. */
  readonly id: string
  /** The post of a comment; `''` otherwise. */
  readonly parent: string
  /**
   * What the owner of the index wants to compare with later: names and tags as they were put in.
   */
  readonly label: string
  /** Plain text, folded by the index. */
  readonly name: string
  readonly author: string
  readonly body: string
  /** From `userFacet` and `tagFacet`. */
  readonly facets: readonly string[]
  readonly at: number
  readonly karma: number
  /** What the text's rank is multiplied by. */
  readonly boost: number
  readonly isCurated: boolean
  /** `false`: known to be there, and never found. */
  readonly isFindable: boolean
}

/** What is known of a document that was put in. */
export interface IndexedDoc {
  readonly label: string
  readonly isFindable: boolean
}

export interface DocName {
  readonly kind: SearchKind
  readonly id: string
}

export interface DocSums extends DocName {
  readonly karma: number
  readonly boost: number
}

export interface Changes {
  readonly put?: readonly SearchDoc[]
  /** Only the sums of what is there; nothing for what is not. */
  readonly sums?: readonly DocSums[]
  readonly gone?: readonly DocName[]
  /** Posts whose comments go. */
  readonly goneUnder?: readonly string[]
}

export interface IndexState {
  /** Journal position up to which everything is in it. */
  readonly cursor: number
  /** Of the store it was made from; `null`: of none yet. */
  readonly epoch: string | null
  readonly isWhole: boolean
  /** Counts up with each making; what an earlier one has left is swept away. */
  readonly making: number
}

export interface SearchIndex {
  /**
   * From now on it is written under that term of the lead: where nodes share an index, what an
   * earlier leader still writes is refused.
   * @param epoch of the store: in another one terms began anew
   */
  lead(term: number, epoch: string): Promise<void>
  state(): Promise<IndexState>
  setState(state: IndexState): Promise<void>
  moveCursor(cursor: number): Promise<void>
  held(kind: SearchKind, ids: readonly string[]): Promise<ReadonlyMap<string, IndexedDoc>>
  /** All or nothing. What is put in again as it was costs little. */
  change(changes: Changes, making: number): Promise<void>
  /** Takes out what was not put in since this making began. */
  sweep(making: number): Promise<void>
  find(asked: FindAsked): Promise<Found>
  /**
   * What was taken out leaves the disk too: its words stay in it until then. Takes a while, and
   * lets searches come in between.
   */
  tidy(): Promise<void>
  /** Bytes on disk, for figures. */
  size(): Promise<number>
  close(): Promise<void>
}
