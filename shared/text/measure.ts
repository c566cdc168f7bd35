import { attrNumber, attrText, childrenOf, textOf, type Doc, type DocNode, type NodeName } from './nodes.ts'
import { shortened } from './shorten.ts'

/** Nodes that hold one run of inline text or code; their text is measured as a whole. */
const textBlocks: ReadonlySet<NodeName> = new Set<NodeName>([
  'paragraph',
  'heading',
  'codeBlock',
  'figcaption',
  'mathBlock',
  'poll',
  'prediction',
])
/**
 * Parts whose words a reader sees only after opening them, and the sign that stands for each. No
 * short form of a text has those words: not a card, a snippet, a mail, a push, a preview or a
 * description.
 */
const hiddenParts: ReadonlyMap<NodeName, string> = new Map<NodeName, string>([
  ['spoiler', '(spoiler)'],
  ['details', '(…)'],
])
/**
 * Scripts written without spaces. So many of their characters, marks included, take about as long
 * to read as one word.
 */
const unspaced = [
  { characters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ofWord: 2 },
  // As Intl.Segmenter divides them, which is too slow for each letter typed and differs from
  // browser to browser.
  { characters: /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu, ofWord: 4 },
] as const
const rtl = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const share = 0.6

/**
 * Words of the text without footnotes, the inside of collapsible parts and all after a heading with
 * "appendix" in it. Where footnotes are over 60 % of the words, the footnotes are the text, and
 * count. `count` may remember the words of a block: the editor counts often.
 */
export function wordCount(
  doc: Doc,
  count: (block: DocNode, countIn: (block: DocNode) => number) => number = (block) => countIn(block),
): number {
  let body = 0
  let notes = 0
  for (const node of doc.content) {
    if (node.type === 'footnotes') notes += count(node, countIn)
  }
  for (const node of doc.content) {
    if (node.type === 'heading' && textOf(node).toLowerCase().includes('appendix')) break
    if (node.type !== 'footnotes') body += count(node, countIn)
  }
  return notes > share * (body + notes) ? body + notes : body
}

function countIn(node: DocNode): number {
  let words = 0
  walkText(
    node,
    (block) => {
      words += wordsIn(lineOf(block))
    },
    ['details', 'mathBlock'],
  )
  return words
}

function wordsIn(text: string): number {
  let words = 0
  let spaced = text
  for (const { characters, ofWord } of unspaced) {
    const found = spaced.match(characters)?.length ?? 0
    words += found / ofWord
    if (found > 0) spaced = spaced.replace(characters, ' ')
  }
  // Signs alone are no word. (One pattern for "a run with a letter in it" would be quadratic on
  // runs without one.)
  return Math.round(words) + spaced.split(/\s+/u).filter((run) => /[\p{L}\p{N}]/u.test(run)).length
}

/** Whole minutes at 250 words each; at least 1. @param given what the staff say it takes. */
export function readingMinutes(words: number, given?: number | null): number {
  return given ?? Math.max(1, Math.round(words / 250))
}

/**
 * All the words, notes and hidden ones included, a block on a line. For search, comparison and
 * counts, never to be shown: that is what `excerpt` and `visibleText` are for. The files that may
 * import this are listed in `scripts/short-forms.test.ts`.
 */
export function plainText(doc: Doc): string {
  const lines: string[] = []
  for (const node of doc.content) {
    walkText(
      node,
      (block) => {
        lines.push(lineOf(block))
      },
      [],
    )
  }
  return lines.filter((line) => line !== '').join('\n')
}

/** Whether a reader has to open a spoiler or a collapsed part to see all of the text. */
export function hasHiddenText(doc: Doc): boolean {
  const within = (node: DocNode): boolean => hiddenParts.has(node.type) || (!textBlocks.has(node.type) && childrenOf(node).some(within))
  return doc.content.some(within)
}

/**
 * The words that a page shows before a reader opens anything, a block on a line. A sign in brackets
 * stands for each hidden part, so that the sentences around it still make sense.
 */
export function visibleText(doc: Doc): string {
  const lines: string[] = []
  const visit = (node: DocNode): void => {
    const sign = hiddenParts.get(node.type)
    if (sign !== undefined) lines.push(sign)
    else if (textBlocks.has(node.type)) lines.push(lineOf(node))
    else childrenOf(node).forEach(visit)
  }
  doc.content.forEach(visit)
  return lines.filter((line) => line !== '').join('\n')
}

/**
 * The beginning in one line, cut after a word, with `…` when there is more. Nothing hidden, no
 * code, no captions, nothing that a machine wrote.
 */
export function excerpt(doc: Doc, maxCharacters: number): string {
  let text = ''
  for (const node of doc.content) {
    if (text.length > maxCharacters) break
    walkText(
      node,
      (block) => {
        if (text.length <= maxCharacters) text = `${text} ${lineOf(block)}`.trim().replace(/\s+/gu, ' ')
      },
      [...hiddenParts.keys(), 'codeBlock', 'mathBlock', 'figure', 'footnotes', 'table', 'machineText', 'poll', 'prediction'],
    )
  }
  return shortened(text, maxCharacters)
}

export type FirstImage = { readonly src: string; readonly alt: string; readonly width: number | null; readonly height: number | null }

/** The first picture that is not hidden in a spoiler or collapsible part, or `null`. */
export function firstImage(doc: Doc): FirstImage | null {
  const search = (nodes: readonly DocNode[]): FirstImage | null => {
    for (const node of nodes) {
      if (node.type === 'image') {
        return {
          src: attrText(node, 'src'),
          alt: attrText(node, 'alt'),
          width: attrNumber(node, 'width'),
          height: attrNumber(node, 'height'),
        }
      }
      const inside = hiddenParts.has(node.type) || node.type === 'footnotes' ? null : search(childrenOf(node))
      if (inside !== null) return inside
    }
    return null
  }
  return search(doc.content)
}

/** The direction of most blocks, each by its first letter. */
export function textDirection(doc: Doc): 'ltr' | 'rtl' {
  let balance = 0
  for (const node of doc.content) {
    walkText(
      node,
      (block) => {
        const letter = /\p{L}/u.exec(textOf(block))?.[0]
        if (letter !== undefined) balance += rtl.test(letter) ? 1 : -1
      },
      ['codeBlock', 'mathBlock'],
    )
  }
  return balance > 0 ? 'rtl' : 'ltr'
}

/** Whether any letter of the text is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rtl.test(text)
}

/** Calls `visit` with each block of text, in order of reading; skips what is named. */
function walkText(node: DocNode, visit: (block: DocNode) => void, skip: readonly NodeName[]): void {
  if (skip.includes(node.type)) return
  if (textBlocks.has(node.type)) visit(node)
  else for (const child of childrenOf(node)) walkText(child, visit, skip)
}

function lineOf(block: DocNode): string {
  // \s takes the byte order mark, which nobody sees, for a space: it would split a word.
  return textOf(block)
    .replace(/(?:(?!\uFEFF)\s)+/gu, ' ')
    .trim()
}

/** Whether there is more in it than empty paragraphs. */
export function hasText(doc: Doc): boolean {
  return doc.content.some((node) => node.type !== 'paragraph' || childrenOf(node).length > 0)
}
