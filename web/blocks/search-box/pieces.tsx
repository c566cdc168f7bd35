import type { Piece } from '#shared/search/highlight.ts'

/** Text with what was found in it marked. */
export function Pieces({ of }: { readonly of: readonly Piece[] }) {
  // The pieces of one text never change places.
  return of.map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text))
}
