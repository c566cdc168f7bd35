import type { TermFinder } from '#shared/glossary/find.ts'
import { barrier } from '#shared/glossary/find.ts'

const blocks = 'p, li, td, th, figcaption, blockquote, dt, dd'
/**
 * Words in these belong to nobody's glossary: links, code, formulas, headings, what unfolds by a
 * press, what is being written, signs, and what was put beside the text.
 */
const apart =
  'a, code, pre, math, .math, .tex, .katex, h1, h2, h3, h4, h5, h6, summary, .in-margin, .term-stop, .fn, .side, .talk, .anchor, .code-bar, button, form, textarea, [contenteditable], .turn-by, figure > :not(figcaption), script, style, [aria-hidden="true"]'

/** A place in a text where a term stands. */
export interface TermPlace {
  readonly id: string
  readonly range: Range
  /** The paragraph. */
  readonly block: Element
}

interface Piece {
  readonly node: Text
  /** Where it begins among the words of its paragraph. */
  readonly at: number
}

/** The first place of each term in each paragraph, in order of reading. The text is only read. */
export function termPlaces(root: Element, find: TermFinder): readonly TermPlace[] {
  const places: TermPlace[] = []
  let pieces: Piece[] = []
  let words = ''
  const settle = (block: Element): void => {
    if (words !== '') {
      for (const { id, from, until } of find(words)) {
        const range = rangeIn(pieces, from, until)
        if (range !== null) places.push({ id, range, block })
      }
    }
    pieces = []
    words = ''
  }
  const gather = (parent: Element, block: Element): void => {
    for (const child of parent.childNodes) {
      if (child instanceof Text) {
        pieces.push({ node: child, at: words.length })
        words += child.data
      } else if (child instanceof Element) {
        if (child.matches(apart)) words += barrier
        else if (child.localName === 'br') words += ' '
        else if (child.matches(blocks)) {
          settle(block)
          gather(child, child)
          settle(child)
        } else gather(child, block)
      }
    }
  }
  gather(root, root)
  settle(root)
  return places
}

function rangeIn(pieces: readonly Piece[], from: number, until: number): Range | null {
  const start = pieces.findLast(({ at }) => at <= from)
  const end = pieces.findLast(({ at }) => at < until)
  if (start === undefined || end === undefined) return null
  const range = document.createRange()
  range.setStart(start.node, Math.min(from - start.at, start.node.length))
  range.setEnd(end.node, Math.min(until - end.at, end.node.length))
  return range
}
