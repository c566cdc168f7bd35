export const similarityLimits = {
  /** Characters of a text that is searched for: it stands in an address. */
  text: 500,
  /** Comments in the index: the newest. */
  comments: 50_000,
  results: 20,
} as const

export interface SimilarAsked {
  /** A text as typed, or the id of a public comment. */
  readonly from: { readonly text: string } | { readonly commentId: string }
  /** 0: likeness alone; 1: karma alone, among what is alike at all. */
  readonly bias: number
}

export interface SimilarComment {
  readonly id: string
  /** 0 to 1, by which they are ordered. */
  readonly score: number
  /** 0 to 1: the cosine of both texts' words. */
  readonly likeness: number
}

/** Of this server's process: nothing of the index is stored. */
export type SimilarityState =
  | { readonly kind: 'empty'; readonly hasFailed?: true }
  | { readonly kind: 'building'; readonly done: number; readonly total: number }
  /** `isCut`: there are more comments than it holds. */
  | { readonly kind: 'ready'; readonly builtAt: number; readonly count: number; readonly isCut: boolean }

/** Over public comments that stand under published posts, for administrators. */
export interface CommentSimilarity {
  state(): SimilarityState
  /**
   * Best first; `null`: there is no such public comment. Empty where there is no index.
   * @throws SearchUnavailable while others search
   */
  find(asked: SimilarAsked): Promise<readonly SimilarComment[] | null>
}
