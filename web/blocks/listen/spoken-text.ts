import type { Sentence } from './sentences.ts'
import { sentencesOf } from './sentences.ts'

/** A sentence that is said aloud, with its place in the page. */
interface Spoken {
  readonly words: string
  readonly lang: string
  readonly range: Range
}

const unsaid =
  '.side, .anchor, .fn, .sr, .code-bar, .endnotes, .talk, pre, .math, .scroll, .poll, .embed, .embed-load, .embed-frame, button, details:not([open]) > :not(summary)'
const spokenBlocks = 'p, h2, h3, h4, li, figcaption, summary, blockquote'

/**
 * What is said of a text, in order: neither code nor formulas and tables, which nobody can follow
 * by ear, nor what is folded.
 */
export function spokenText(essay: HTMLElement): readonly Spoken[] {
  const spoken: Spoken[] = []
  let block: Element | null = null
  let nodes: Text[] = []
  const flush = () => {
    const text = nodes.map(({ data }) => data).join('')
    const lang = block?.closest<HTMLElement>('[lang]')?.lang || essay.lang || 'en'
    for (const sentence of sentencesOf(text, lang)) {
      const range = rangeOf(nodes, sentence)
      if (range !== null) spoken.push({ words: text.slice(sentence.from, sentence.until).replace(/\s+/gu, ' '), lang, range })
    }
    nodes = []
  }
  const walker = document.createTreeWalker(essay, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(unsaid) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  while (walker.nextNode() !== null) {
    const node = walker.currentNode
    if (!(node instanceof Text)) continue
    const within = node.parentElement?.closest(spokenBlocks) ?? null
    if (within !== block) {
      flush()
      block = within
    }
    nodes.push(node)
  }
  flush()
  return spoken
}

/** From letters counted over several nodes to a place in the page. */
function rangeOf(nodes: readonly Text[], { from, until }: Sentence): Range | null {
  const range = document.createRange()
  let passed = 0
  let hasBegun = false
  for (const node of nodes) {
    const end = passed + node.data.length
    if (!hasBegun && from < end) {
      range.setStart(node, from - passed)
      hasBegun = true
    }
    if (until <= end) {
      range.setEnd(node, until - passed)
      return hasBegun ? range : null
    }
    passed = end
  }
  return null
}
