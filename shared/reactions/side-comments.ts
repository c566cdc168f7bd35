/**
 * Which comments stand beside which paragraph of a post (content.md 2.8): those that quote it.
 * Pure, so that a device can find them by itself.
 */

/** A quote that is shorter says too little of where it is from. */
const sideQuoteLength = 20
/**
 * Below the usual choice, a comment stands beside the text only if all are asked for; at this score
 * or less, never.
 */
const sideKarma = { usual: 10, never: -1 } as const

export const sideChoices = ['none', 'karma', 'all'] as const
export type SideChoice = (typeof sideChoices)[number]

interface QuotingComment {
  readonly id: string
  readonly score: number
  /** The texts of its block quotes. */
  readonly quotes: readonly string[]
}

/**
 * @param paragraphs of the post, in order. @returns ids of comments by the index of the paragraph
 *   they quote first, in the comments' order.
 */
export function sideComments(
  paragraphs: readonly string[],
  comments: readonly QuotingComment[],
  choice: SideChoice,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>()
  const least = choice === 'karma' ? sideKarma.usual : sideKarma.never + 1
  const shown = choice === 'none' ? [] : comments.filter(({ score }) => score >= least)
  if (shown.length === 0) return found
  const texts = paragraphs.map(squash)
  for (const { id, quotes } of shown) {
    const at = firstOf(
      texts,
      quotes.map(squash).filter(({ length }) => length >= sideQuoteLength),
    )
    if (at !== null) found.set(at, [...(found.get(at) ?? []), id])
  }
  return found
}

function firstOf(texts: readonly string[], quotes: readonly string[]): number | null {
  for (const quote of quotes) {
    const at = texts.findIndex((text) => text.includes(quote))
    if (at >= 0) return at
  }
  return null
}

/**
 * One space for many, so that a line that was broken elsewhere is the same; quotation marks and
 * dots that a quoter adds at the ends are not counted.
 */
const squash = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^[\s“”"„…]+|[\s“”"…]+$/gu, '')
