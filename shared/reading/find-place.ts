/**
 * Finds a place in a text by its words. Apart from the schema (text-place.ts): a light page reads
 * without the validator.
 */

/** How much of a paragraph's beginning is kept. Most paragraphs of one text differ earlier. */
export const quoteLength = 96

/** As `TextPlace`, which says what each is. */
interface PlaceInText {
  readonly quote: string
  readonly before: string
  readonly block: number
  readonly within: number
  readonly share: number
}

export interface FoundPlace {
  readonly block: number
  readonly within: number
}

/** The beginning of a paragraph as it is kept and compared. */
export function quoteOf(words: string): string {
  return words
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, quoteLength)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')
    .trimEnd()
}

/** @param quotes of all paragraphs of the text, in order, each by `quoteOf`. */
export function placeAt(quotes: readonly string[], { block, within }: FoundPlace): PlaceInText {
  const last = Math.max(1, quotes.length)
  return {
    quote: quotes[block] ?? '',
    before: quotes[block - 1] ?? '',
    block,
    within: between(within),
    share: between((block + between(within)) / last),
  }
}

/** Where the place is now, though the text may have changed. `null` only where there is no text. */
export function findPlace(quotes: readonly string[], place: PlaceInText): FoundPlace | null {
  if (quotes.length === 0) return null
  const same = nearestOf(quotes, place, (quote) => quote === place.quote)
  if (same !== null) return { block: same, within: place.within }
  const alike = nearestOf(quotes, place, (quote) => likeness(quote, place.quote) >= 0.6)
  if (alike !== null) return { block: alike, within: 0 }
  // The paragraph is gone: where it stood.
  const before = place.before === '' ? -1 : quotes.indexOf(place.before)
  const block = before === -1 ? Math.floor(place.share * quotes.length) : before + 1
  return { block: Math.min(block, quotes.length - 1), within: 0 }
}

/** Of several that fit, the one that follows what it followed; else the nearest to where it was. */
function nearestOf(quotes: readonly string[], place: PlaceInText, fits: (quote: string) => boolean): number | null {
  let best: number | null = null
  let bestDistance = Infinity
  for (const [at, quote] of quotes.entries()) {
    if (!fits(quote)) continue
    const followsTheSame = (quotes[at - 1] ?? '') === place.before
    const distance = Math.abs(at - place.block) + (followsTheSame ? 0 : quotes.length)
    if (distance < bestDistance) [best, bestDistance] = [at, distance]
  }
  return best
}

/** 0 to 1: how many of the words of the one stand in the other. */
function likeness(a: string, b: string): number {
  const words = (text: string) =>
    new Set(
      text
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== ''),
    )
  const [left, right] = [words(a), words(b)]
  if (left.size < 3 || right.size < 3) return 0
  const shared = [...left].filter((word) => right.has(word)).length
  return shared / Math.max(left.size, right.size)
}

function between(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}
