/** Whether each typed word is there exactly once, by what was read from all stores. */

export interface TypedWord {
  readonly word: string
  readonly round: number
  /** A kill came too soon after it: it may be there. */
  readonly isDue: boolean
}

/**
 * What one store has at one place. Several stores may have the same place: the server's row and the
 * device's, the two copies of a document.
 */
export interface Found {
  /** `comment ID`, `draft PLACE`, `post ID`, … */
  readonly place: string
  /** In their order, as often as they stand there. */
  readonly words: readonly string[]
  /** What lies in the bin is kept, and is no second copy of what stands elsewhere. */
  readonly isBinned?: boolean
}

export interface Doubled {
  readonly word: string
  readonly places: readonly string[]
}

export interface Verdict {
  readonly lost: readonly string[]
  readonly doubled: readonly Doubled[]
}

/**
 * @param found of every store; a word that stands twice at one place in one store, or at two
 *   places, is doubled
 */
export function judge(typed: readonly TypedWord[], found: readonly Found[]): Verdict {
  const copies = new Map<string, Map<string, number>>()
  const binned = new Set<string>()
  for (const { place, words, isBinned = false } of found) {
    if (isBinned) {
      for (const word of words) binned.add(word)
      continue
    }
    for (const word of new Set(words)) {
      const places = copies.get(word) ?? new Map<string, number>()
      const count = words.filter((other) => other === word).length
      places.set(place, Math.max(places.get(place) ?? 0, count))
      copies.set(word, places)
    }
  }
  const placesOf = (word: string): readonly string[] =>
    [...(copies.get(word) ?? [])].flatMap(([place, count]) => Array.from({ length: count }, () => place))
  return {
    lost: typed.filter(({ word, isDue }) => isDue && !copies.has(word) && !binned.has(word)).map(({ word }) => word),
    doubled: typed.map(({ word }) => ({ word, places: placesOf(word) })).filter(({ places }) => places.length > 1),
  }
}

export const isClean = ({ lost, doubled }: Verdict): boolean => lost.length + doubled.length === 0
