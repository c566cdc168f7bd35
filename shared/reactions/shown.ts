import type { Quote, Reaction, ReactionEntry } from './schema.ts'
import { kindOf } from './palette.ts'

/** One reaction as a page shows it, with all it takes to draw it. */
export interface ReactionView {
  readonly part: string
  readonly reaction: string
  readonly sign: string
  readonly label: string
  /** Supporters minus opposers. */
  readonly net: number
  /** The words it is about; absent: the whole. */
  readonly quote?: Quote
  /**
   * A reader sees the quoted words only after opening a spoiler: they are not repeated outside it.
   */
  readonly isOnHiddenWords?: true
  /** What I make of it; absent: nothing, or not known yet. */
  readonly mine?: 1 | -1
}

type Mine = Pick<Reaction, 'part' | 'reaction' | 'quote' | 'value' | 'tallied' | 'low'>

export function reactionView({ part, reaction, quote }: Pick<Mine, 'part' | 'reaction' | 'quote'>, net: number): ReactionView {
  const { sign, label } = kindOf(reaction)
  return { part, reaction, sign, label, net, ...(quote === null ? {} : { quote }) }
}

/**
 * What everybody sees and mine over it, sent or not: a reaction of mine that the counts do not hold
 * yet is added to them. One at or below zero is shown to who takes part in it.
 */
export function withMine(said: readonly ReactionView[], mine: readonly Mine[]): readonly ReactionView[] {
  const byPart = new Map(said.map((view) => [view.part, view]))
  for (const row of mine) {
    const known = byPart.get(row.part) ?? reactionView(row, lowNet(row))
    const net = known.net + row.value - row.tallied
    if (row.value !== 0) byPart.set(row.part, { ...known, net, mine: row.value })
    else if (net > 0) byPart.set(row.part, { ...known, net })
    else byPart.delete(row.part)
  }
  // Sorting keeps the order of what is counted alike.
  return [...byPart.values()].toSorted((a, b) => b.net - a.net)
}

/**
 * Where everybody sees nothing of it, only `low` says how it stands; without it, only what is mine
 * is counted.
 */
const lowNet = ({ low, tallied }: Mine): number => (low === null ? tallied : low.for - low.against)

/**
 * "Ada, Ben and 3 more; against: Cy". The names are of the first of each side, the entry counts
 * all.
 */
export function namesWords(
  entry: Pick<ReactionEntry, 'for' | 'against'>,
  forNames: readonly string[],
  againstNames: readonly string[],
): string {
  const inFavour = listed(forNames, entry.for)
  return entry.against === 0 ? inFavour : `${inFavour}; against: ${listed(againstNames, entry.against)}`
}

function listed(names: readonly string[], count: number): string {
  const more = count - names.length
  if (more > 0) return `${names.join(', ')} and ${more} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
