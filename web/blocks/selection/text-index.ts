/**
 * The words of a drawn text as one string, and the way from places in it to places in the page.
 * Notes, signs and what was put beside the text are no words of it. Made anew each time it is
 * needed: a text is read in a millisecond or two, and nothing has to be kept true.
 */
import type { Quote } from '#shared/reactions/schema.ts'
import { quoteLimits } from '#shared/reactions/quote-limits.ts'
import { placeOf } from './place-of.ts'

/** No words of the text itself. */
const beside = '.in-margin, .fn, .side, .anchor, .katex, button, script, style, [aria-hidden="true"]'
const blocks = 'p, li, h1, h2, h3, h4, h5, h6, td, th, pre, figcaption, blockquote, summary, dt, dd'

interface Piece {
  readonly node: Text
  /** Where it begins in the string. */
  readonly at: number
}

interface TextIndex {
  readonly text: string
  readonly pieces: readonly Piece[]
}

export function indexOf(root: Element): TextIndex {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element ? (node.matches(beside) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP) : NodeFilter.FILTER_ACCEPT,
  )
  const pieces: Piece[] = []
  let text = ''
  let block: Element | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.data === '') continue
    const around: Element | null = node.parentElement?.closest(blocks) ?? null
    if (around !== block && text !== '') text += '\n'
    block = around
    pieces.push({ node, at: text.length })
    text += node.data
  }
  return { text, pieces }
}

/** What a selection marks, with what stands beside it; `null` when that is nothing, or too long. */
export function quoteOf(index: TextIndex, range: Range): Quote | null {
  const [from, until] = [offsetOf(index, range, true), offsetOf(index, range, false)]
  if (from === null || until === null || until <= from) return null
  const marked = index.text.slice(from, until)
  const text = marked.trim()
  if (text === '' || text.length > quoteLimits.text) return null
  const start = from + marked.indexOf(text)
  const end = start + text.length
  return {
    text: text.toWellFormed(),
    before: index.text.slice(Math.max(0, start - quoteLimits.around), start).toWellFormed(),
    after: index.text.slice(end, end + quoteLimits.around).toWellFormed(),
  }
}

function offsetOf({ pieces }: TextIndex, range: Range, isStart: boolean): number | null {
  const [container, offset] = isStart ? [range.startContainer, range.startOffset] : [range.endContainer, range.endOffset]
  const exact = pieces.find(({ node }) => node === container)
  if (exact !== undefined) return exact.at + offset
  const inside = pieces.filter(({ node }) => range.intersectsNode(node))
  const edge = isStart ? inside[0] : inside.at(-1)
  if (edge === undefined) return null
  return isStart ? edge.at : edge.at + edge.node.length
}

/**
 * Where the words stand now: of several places the one with the most of what stood beside them;
 * `null` when they are gone.
 */
export function rangeOf({ text, pieces }: TextIndex, quote: Quote): Range | null {
  const at = placeOf(text, quote)
  if (at === null) return null
  const start = pieces.findLast((piece) => piece.at <= at)
  const end = pieces.findLast((piece) => piece.at < at + quote.text.length)
  if (start === undefined || end === undefined) return null
  const range = document.createRange()
  range.setStart(start.node, Math.min(at - start.at, start.node.length))
  range.setEnd(end.node, Math.min(at + quote.text.length - end.at, end.node.length))
  return range
}
