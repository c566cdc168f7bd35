import { isUnspaced, wordsIn } from '#shared/search/words.ts'

/** Numbers that a feature can have: a word more or less falls together with another. */
export const featureCount = 2 ** 18
/** Different features of one text; later ones are left out. */
export const maxFeatures = 128
/** Beginnings tie "harbour" to "harbours" without a dictionary of any language. */
const beginning = 5

/**
 * How often each feature stands in a text, by its number: words without case and accents, the
 * beginnings of longer ones, and pairs of characters of scripts without spaces.
 */
export function featuresOf(text: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  const note = (feature: string): void => {
    const number = numberOf(feature)
    const before = counts.get(number)
    if (before === undefined && counts.size >= maxFeatures) return
    counts.set(number, Math.min((before ?? 0) + 1, 255))
  }
  for (const { word } of wordsIn(text)) {
    note(word)
    if (word.length > beginning && !isUnspaced(word)) note(`${word.slice(0, beginning)}*`)
  }
  return counts
}

/** FNV-1a over UTF-16 units, folded to the range. */
function numberOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  return ((hash >>> 18) ^ hash) & (featureCount - 1)
}
