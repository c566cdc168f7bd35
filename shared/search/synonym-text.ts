/**
 * Groups of search terms as administrators type them: a group a line, its terms separated by
 * commas.
 */
import type { SynonymGroups } from './synonyms.ts'
import { searchLimits } from './query.ts'
import { wantedWords } from './words.ts'

export const synonymLimits = { groups: 300, terms: 10, characters: 80, text: 20_000 } as const

export type SynonymFaultKind = 'too-few-terms' | 'too-many-terms' | 'too-many-groups' | 'too-long' | 'no-letters' | 'in-two-groups'

export interface SynonymFault {
  /** From 1. */
  readonly line: number
  readonly kind: SynonymFaultKind
  /** As typed; empty where it is about the whole line. */
  readonly term: string
}

interface ReadSynonyms {
  readonly groups: SynonymGroups
  /** In the order of the lines; none: `groups` may be saved. */
  readonly faults: readonly SynonymFault[]
}

/** Empty lines say nothing; a term that is twice in its line counts once. Linear in the text. */
export function readSynonyms(text: string): ReadSynonyms {
  const faults: SynonymFault[] = []
  const groups: string[][] = []
  const taken = new Set<string>()
  for (const [at, typed] of text.split('\n').entries()) {
    if (typed.trim() === '') continue
    const fault = (kind: SynonymFaultKind, term = '') => faults.push({ line: at + 1, kind, term })
    const own = new Set<string>()
    const terms = typed.split(/[,،，、]/u).flatMap((term) => (term.trim() === '' ? [] : [term.trim()]))
    for (const term of terms.slice(0, synonymLimits.terms)) {
      const words = term.length > synonymLimits.characters ? [] : wantedWords(term)
      const folded = words.join(' ')
      if (term.length > synonymLimits.characters || words.length > searchLimits.wordsOfTerm) fault('too-long', term)
      else if (words.length === 0) fault('no-letters', term)
      else if (taken.has(folded)) fault('in-two-groups', term)
      else own.add(folded)
    }
    if (terms.length > synonymLimits.terms) fault('too-many-terms')
    else if (own.size < 2 && !faults.some(({ line }) => line === at + 1)) fault('too-few-terms')
    for (const term of own) taken.add(term)
    groups.push([...own])
    if (groups.length > synonymLimits.groups) {
      fault('too-many-groups')
      break
    }
  }
  return { groups, faults }
}

/** As a text that can be edited. */
export const synonymText = (groups: SynonymGroups): string => groups.map((terms) => terms.join(', ')).join('\n')
