import { quoteOf } from '#shared/reading/find-place.ts'
import type { FoundPlace } from '#shared/reading/find-place.ts'

/**
 * A heading named by the address stands so far below the top of the window (`scroll-padding-top`),
 * and so does a place one goes on at.
 */
export const readingLine = 72

const blockKinds = 'p, h1, h2, h3, h4, h5, h6, li, pre, figure, summary, hr, .math, .scroll, .poll, .embed-frame'
/** Beside or after the text, or put there by a script. */
const besideText = '.side, .endnotes, .talk, .code-bar'
const unsaid = '.side, .anchor, .fn, .sr, .code-bar'

/**
 * The paragraphs of a text, and what else stands on lines of its own, in order. What holds others
 * of them is none.
 */
export function blocksOf(essay: HTMLElement): readonly HTMLElement[] {
  return [...essay.querySelectorAll<HTMLElement>(blockKinds)].filter(
    (block) => block.closest(besideText) === null && block.querySelector(blockKinds) === null,
  )
}

export const quotesOf = (blocks: readonly HTMLElement[]): readonly string[] => blocks.map((block) => quoteOf(wordsOf(block)))

/**
 * Its own words, as far as a quotation goes: neither numbers of notes, nor what a script has put
 * there.
 */
function wordsOf(block: HTMLElement): string {
  const formula = block.matches('.math') ? block.dataset['tex'] : undefined
  if (formula !== undefined) return formula
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(unsaid) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  let words = ''
  while (words.length < 400 && walker.nextNode() !== null) if (walker.currentNode instanceof Text) words += walker.currentNode.data
  return words
}

/**
 * The block at the reading line; the last one that is drawn when all of them are above it, `null`
 * when none is drawn.
 */
export function blockAtLine(blocks: readonly HTMLElement[]): FoundPlace | null {
  let last: FoundPlace | null = null
  for (const [block, element] of blocks.entries()) {
    const { top, bottom, height } = element.getBoundingClientRect()
    // Inside something that is folded.
    if (height === 0 && top === 0) continue
    if (bottom > readingLine) return { block, within: height === 0 ? 0 : Math.max(0, Math.min(1, (readingLine - top) / height)) }
    last = { block, within: 1 }
  }
  return last
}

/** Puts the place at the reading line. What it is folded into is opened. */
export function scrollToPlace(blocks: readonly HTMLElement[], { block, within }: FoundPlace): void {
  const element = blocks[block]
  if (element === undefined) return
  for (let fold = element.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
  const more = element.closest('.wiki-text')?.querySelector<HTMLDetailsElement>(':scope > .wiki-more')
  if (more) more.open = true
  const { top, height } = element.getBoundingClientRect()
  scrollTo({ top: scrollY + top + within * height - readingLine, behavior: 'instant' })
}

/**
 * How much of the text has been in sight, from 0 to 1; nothing while only its beginning is shown
 * (`.wiki-more`). Asked with every frame of scrolling, so the notes are found by a list the browser
 * keeps.
 */
export function shareSeen(essay: HTMLElement): number {
  const notes = essay.getElementsByClassName('endnotes')[0]
  const last = notes?.previousElementSibling ?? essay.lastElementChild
  if (last !== null && last.getClientRects().length === 0) return 0
  const end = notes?.getBoundingClientRect().top
  const { top, bottom } = essay.getBoundingClientRect()
  const height = (end === undefined || end === 0 ? bottom : end) - top
  return height <= 0 ? 0 : Math.max(0, Math.min(1, (innerHeight - top) / height))
}
