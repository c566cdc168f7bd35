import { textOf, type Doc } from '../nodes.ts'
import { compareTexts } from './compare.ts'
import type { Entry, Piece } from './compared.ts'

/** Characters. */
export interface ChangeMetrics {
  readonly added: number
  readonly removed: number
}

/**
 * It is taken with every version, so it may not cost much; of a text that is another altogether it
 * is a little too high.
 */
const littleEffort = 150_000
/** Taking two texts of 0.9 MB apart takes a second or two, for which all other writing waits. */
const maxCharacters = 100_000

/**
 * How much was written and taken out (content.md 12.8). What only moved, or only looks otherwise,
 * counts for nothing.
 */
export function changeMetrics(before: Doc, after: Doc): ChangeMetrics {
  return metricsOf(compareTexts(before, after, { effort: littleEffort, characters: maxCharacters }).entries)
}

export function metricsOf(entries: readonly Entry[]): ChangeMetrics {
  let [added, removed] = [0, 0]
  for (const entry of entries) {
    if (entry.kind === 'added') added += textOf(entry.node).length
    else if (entry.kind === 'removed') removed += textOf(entry.node).length
    else if (entry.kind === 'text') {
      for (const piece of entry.pieces) {
        if (piece.change === 'added') added += lengthOf(piece)
        if (piece.change === 'removed') removed += lengthOf(piece)
      }
    } else if (entry.kind === 'holder') {
      const inside = metricsOf(entry.entries)
      added += inside.added
      removed += inside.removed
    }
  }
  return { added, removed }
}

function lengthOf({ text, atom }: Piece): number {
  return atom === undefined ? text.length : Math.max(1, textOf(atom).length)
}
