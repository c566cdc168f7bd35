/**
 * A comparison as a page shows it. Whole in one function of what can be posted to a thread, since
 * two long texts take a second (`PageData.compare`).
 */
import type { Doc } from '../nodes.ts'
import type { Stage } from './attribute.ts'
import type { Comparison, Entry, Piece } from './compared.ts'
import type { Gap } from './show.ts'
import { compareStages } from './attribute.ts'
import { metricsOf } from './metrics.ts'
import { changeCount, cutAfter, onlyChanges } from './show.ts'

export interface ComparisonAsked {
  readonly before: Doc
  readonly stages: readonly Stage[]
  /** Blocks shown around each change; `null`: the whole text. */
  readonly around: number | null
  /** `null`: as many as a page can hold. */
  readonly words: number | null
  readonly grace: number
}

export interface ShownComparison {
  readonly entries: readonly (Entry | Gap)[]
  /** Characters. */
  readonly added: number
  readonly removed: number
  /** Blocks that differ. */
  readonly changes: number
  /** There is more than is shown. */
  readonly isCut: boolean
}

/** Drawing a piece or a node takes some microseconds: so many are drawn at once, and no more. */
const maxParts = 8_000

export function shownComparison({ before, stages, around, words, grace }: ComparisonAsked): ShownComparison {
  const { entries }: Comparison = compareStages(before, stages)
  const wanted = around === null ? entries : onlyChanges(entries, around)
  const shown = withinParts(words === null ? wanted : cutAfter(wanted, words, grace))
  return { entries: shown, ...metricsOf(entries), changes: changeCount(entries), isCut: shown.length < wanted.length }
}

/**
 * The first that can be drawn at once, at least one; a text in more pieces than that is told
 * coarser: what went, then what came.
 */
function withinParts(entries: readonly (Entry | Gap)[]): readonly (Entry | Gap)[] {
  let parts = 0
  const shown: (Entry | Gap)[] = []
  for (const entry of entries) {
    const told = coarser(entry)
    parts += partsOf(told)
    if (parts > maxParts && shown.length > 0) break
    shown.push(told)
  }
  return shown
}

function coarser<Shown extends Entry | Gap>(entry: Shown): Shown {
  if (entry.kind === 'holder') return { ...entry, entries: entry.entries.map(coarser) }
  if (entry.kind !== 'text' || entry.pieces.length <= maxParts) return entry
  const side = (leftOut: Piece['change'], change: Piece['change']): readonly Piece[] => {
    const words = entry.pieces.filter((piece) => piece.change !== leftOut && piece.atom === undefined).map(({ text }) => text).join('') // oxfmt-ignore
    return words === '' ? [] : [{ change, text: words, marks: [] }]
  }
  return { ...entry, pieces: [...side('added', 'removed'), ...side('removed', 'added')] }
}

function partsOf(entry: Entry | Gap): number {
  if (entry.kind === 'gap' || entry.kind === 'away') return 1
  if (entry.kind === 'text') return 1 + entry.pieces.length
  if (entry.kind === 'holder') return entry.entries.reduce((sum, inside) => sum + partsOf(inside), 1)
  const waiting: (typeof entry.node)[] = [entry.node]
  let parts = 0
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    parts += 1
    waiting.push(...(node.content ?? []))
  }
  return parts
}
