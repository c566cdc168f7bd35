import type { Read } from '../kernel/transaction.ts'
import { searchSynonyms, synonymsId } from './schema.ts'

/**
 * Terms that are looked for together; each is one or several words, folded as the search folds them
 * and joined by a space. No term is in two groups.
 */
export type SynonymGroups = readonly (readonly string[])[]

/** As they come with the site, until an administrator saves others. */
export const shippedSynonyms: SynonymGroups = [
  ['ai', 'artificial intelligence'],
  ['agi', 'artificial general intelligence'],
  ['ml', 'machine learning'],
  ['llm', 'large language model', 'language model'],
  ['rct', 'randomized controlled trial', 'randomised controlled trial'],
  ['faq', 'frequently asked questions'],
  ['eq', 'emotional intelligence'],
  ['q a', 'questions and answers'],
  ['usa', 'united states'],
  ['uk', 'united kingdom'],
  ['colour', 'color'],
  ['behaviour', 'behavior'],
  ['favour', 'favor'],
  ['honour', 'honor'],
  ['neighbour', 'neighbor'],
  ['centre', 'center'],
  ['organisation', 'organization'],
  ['rationalisation', 'rationalization'],
  ['optimisation', 'optimization'],
  ['grey', 'gray'],
]

/** Those that hold now. @param read permitted for anybody: they are public. */
export async function synonymsIn(read: Read): Promise<SynonymGroups> {
  return (await read.get(searchSynonyms, synonymsId))?.groups ?? shippedSynonyms
}

/** Finds what else is meant by some words; each as its words. Made once for a query. */
export function synonymFinder(groups: SynonymGroups): (words: readonly string[]) => readonly (readonly string[])[] {
  const groupByTerm = new Map(groups.flatMap((group) => group.map((term) => [term, group] as const)))
  return (words) => {
    const term = words.join(' ')
    return (groupByTerm.get(term) ?? []).filter((other) => other !== term).map((other) => other.split(' '))
  }
}
