/** One sentence of a text: where it begins and ends among all its letters. */
export interface Sentence {
  readonly from: number
  readonly until: number
}

/**
 * Longer ones are cut at a pause or a space: some voices fall silent in the middle of a very long
 * one.
 */
const longest = 400

/** @param lang BCP 47; where the browser knows no rules for it, its own are taken. */
export function sentencesOf(text: string, lang: string): readonly Sentence[] {
  const found: Sentence[] = []
  for (const { segment, index } of segmenter(lang).segment(text)) {
    const begin = segment.length - segment.trimStart().length
    const words = segment.trim()
    // Signs alone are not said.
    if (!/[\p{L}\p{N}]/u.test(words)) continue
    for (let at = 0; at < words.length;) {
      const length = pieceOf(words.slice(at))
      found.push({ from: index + begin + at, until: index + begin + at + length })
      at += length
    }
  }
  return found
}

function pieceOf(words: string): number {
  if (words.length <= longest) return words.length
  const piece = words.slice(0, longest)
  const pause = Math.max(...[', ', '; ', ': ', '، ', '，', '、'].map((sign) => piece.lastIndexOf(sign)))
  const cut = pause > longest / 2 ? pause + 1 : piece.lastIndexOf(' ')
  return cut > 0 ? cut + 1 : longest
}

function segmenter(lang: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(lang, { granularity: 'sentence' })
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'sentence' })
  }
}
