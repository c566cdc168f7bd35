/**
 * A query with everything that may stand for its words: what search engines, on the server and on
 * devices, are asked for.
 */
import type { SearchQuery, Term } from './query.ts'
import { canBegin, searchLimits } from './query.ts'
import type { SynonymGroups } from './synonyms.ts'
import { shippedSynonyms, synonymFinder } from './synonyms.ts'

/** Words side by side; `isBeginning`: the last one may go on. */
export interface Phrase {
  readonly words: readonly string[]
  readonly isBeginning: boolean
}

export interface SearchPlan {
  /** Of each of these at least one phrase occurs. */
  readonly needs: readonly (readonly Phrase[])[]
  /** None of these occurs. */
  readonly not: readonly Phrase[]
  readonly users: readonly string[]
  readonly notUsers: readonly string[]
  readonly tags: readonly string[]
  readonly notTags: readonly string[]
}

/** @param groups that hold now (`synonymsIn`). */
export function planOf(query: SearchQuery, groups: SynonymGroups = shippedSynonyms): SearchPlan {
  const last = query.must.at(-1)
  const others = synonymsAt(query.must, groups)
  return {
    needs: query.must.map((term, at) => [...phrasesOf(term, query.isOpen && term === last), ...(others[at] ?? [])]),
    not: query.not.map(({ words }) => ({ words, isBeginning: false })),
    users: query.users,
    notUsers: query.notUsers,
    tags: query.tags,
    notTags: query.notTags,
  }
}

function phrasesOf({ words, isExact }: Term, isOpen: boolean): readonly Phrase[] {
  const [only = '', ...more] = words
  const lastWord = words.at(-1) ?? ''
  const itself: Phrase = { words, isBeginning: (isOpen && canBegin(lastWord)) || (words.length === 1 && isSingleSign(only)) }
  if (isExact) return [{ ...itself, isBeginning: words.length === 1 && isSingleSign(only) }]
  const kin = more.length === 0 ? numbersOf(only).map((word) => [word]) : []
  return [itself, ...kin.map((phrase) => ({ words: phrase, isBeginning: false }))]
}

/**
 * For each term what may stand in its place: of its own, and of a term of several words that it is
 * part of. "machine learning" is two terms, each of which "ml" meets: (a and b) or c is (a or c)
 * and (b or c).
 */
function synonymsAt(terms: readonly Term[], groups: SynonymGroups): readonly (readonly Phrase[])[] {
  const synonymsOf = synonymFinder(groups)
  const found = terms.map(() => new Map<string, Phrase>())
  for (const from of terms.keys()) {
    const run: string[] = []
    for (let until = from; until < terms.length; until += 1) {
      const { words, isExact } = terms[until] ?? { words: [], isExact: true }
      run.push(...words)
      if (isExact || run.length > searchLimits.wordsOfTerm) break
      for (const other of synonymsOf(run)) {
        const phrase = { words: other, isBeginning: other.length === 1 && isSingleSign(other[0] ?? '') }
        for (let at = from; at <= until; at += 1) found[at]?.set(other.join(' '), phrase)
      }
    }
  }
  return found.map((phrases) => [...phrases.values()])
}

/** One character of a script without spaces: texts hold it as the first of a pair. */
function isSingleSign(word: string): boolean {
  return [...word].length === 1 && canBegin(word)
}

/**
 * The same English noun or verb with and without its s. Over-eager on other words, where it finds
 * nothing that is there.
 */
function numbersOf(word: string): readonly string[] {
  if (!/^[a-z]{3,}$/u.test(word)) return []
  if (/(?:ss|us|is)$/u.test(word)) return [`${word}es`]
  if (word.endsWith('ies')) return word.length > 4 ? [`${word.slice(0, -3)}y`] : []
  if (/(?:sh|ch|x|z|s)es$/u.test(word)) return [word.slice(0, -2), word.slice(0, -1)]
  if (word.endsWith('s')) return [word.slice(0, -1)]
  if (/[^aeiou]y$/u.test(word)) return [`${word.slice(0, -1)}ies`]
  return [/(?:sh|ch|x|z)$/u.test(word) ? `${word}es` : `${word}s`]
}
