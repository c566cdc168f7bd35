import type { Doc, DocMark, DocNode, NodeName } from '../nodes.ts'

/**
 * A run of text, or one thing in it (maths, a mention, a break, a note's call), and what became of
 * it.
 */
export interface Piece {
  /** `format`: the words stayed, their marks did not. */
  readonly change: 'same' | 'added' | 'removed' | 'format'
  readonly text: string
  /** In place of text. */
  readonly atom?: DocNode
  readonly marks: readonly DocMark[]
  /** Of `format` only. */
  readonly marksBefore?: readonly DocMark[]
  /** Of `added` only: whose revision brought it, an index of what `compareTexts` was told. */
  readonly by?: number
}

/** What a node is, without what is in it. */
export interface Face {
  readonly type: NodeName
  readonly attrs: NonNullable<DocNode['attrs']>
}

/**
 * A node of either text. In the order of the list: all but `removed` and `away` are the newer text,
 * all but `added` and what moved here the older. `moved` names the `away` at the place where it
 * stood before.
 */
export type Entry =
  | { readonly kind: 'same'; readonly node: DocNode; readonly moved?: number }
  | { readonly kind: 'added'; readonly node: DocNode; readonly by?: number }
  | { readonly kind: 'removed'; readonly node: DocNode }
  | { readonly kind: 'away'; readonly key: number }
  | ChangedText
  | ChangedHolder
export interface ChangedText {
  readonly kind: 'text'
  readonly before: Face
  readonly after: Face
  /** Empty for what holds no text at all: a picture, a formula. */
  readonly pieces: readonly Piece[]
  readonly moved?: number
}
export interface ChangedHolder {
  readonly kind: 'holder'
  readonly before: Face
  readonly after: Face
  readonly entries: readonly Entry[]
  readonly moved?: number
}

export interface Comparison {
  readonly before: Doc['attrs']
  readonly after: Doc['attrs']
  readonly entries: readonly Entry[]
}
