/**
 * What people type into the search field, understood once: words in any order, "exact words" that
 * must occur, -word, user:"Name", tag:"Name". Everything else is a word or nothing: brackets, stars
 * and the operators of search engines mean nothing here, and there are no errors.
 */
import { slugify } from '../kernel/slug.ts'
import { foldedWords, isUnspaced, wantedWords } from './words.ts'

export const searchLimits = { characters: 400, terms: 16, wordsOfTerm: 12 } as const

export interface Term {
  /** Folded; more than one: side by side, in this order. */
  readonly words: readonly string[]
  /** Between quotation marks: these very words, no others in their place. */
  readonly isExact: boolean
}

export interface SearchQuery {
  readonly must: readonly Term[]
  readonly not: readonly Term[]
  /** Folded names of which one must be an author's, each as its words joined by a space. */
  readonly users: readonly string[]
  readonly notUsers: readonly string[]
  /** Slugs, all of which a post must have. */
  readonly tags: readonly string[]
  readonly notTags: readonly string[]
  /** The last term may be the beginning of a longer word: it may still be being typed. */
  readonly isOpen: boolean
  /** There was more than is looked for: only the first words count. */
  readonly isCut: boolean
}

const part = /(-?)(?:(user|wikitag|tag):)?(?:"([^"]*)(?:"|$)|(?<=[\s:-]|^)'([^']+)'(?=\s|$)|(\S+))/giu

export function parseSearch(typed: string): SearchQuery {
  const text = typed
    .normalize('NFC')
    .replace(/[“”„«»]/gu, '"')
    // \s takes the byte order mark for a space. A direction mark before a minus or a facet would
    // hide it.
    .replaceAll('\uFEFF', '')
    .replace(/\s+/gu, ' ')
    .replace(/(?<=^| )\p{DI}+/gu, '')
    .trimStart()
  const seen = text.slice(0, searchLimits.characters)
  const must: Term[] = []
  const not: Term[] = []
  const facets = { users: new Set<string>(), notUsers: new Set<string>(), tags: new Set<string>(), notTags: new Set<string>() }
  let count = 0
  let isCut = text.length > seen.length
  let isOpen = false
  for (const [whole, minus, facet, double, single, bare] of seen.matchAll(part)) {
    const inner = double ?? single ?? bare ?? ''
    if (count >= searchLimits.terms) {
      isCut = true
      isOpen = false
      break
    }
    const isNot = minus === '-'
    isOpen = false
    if (facet !== undefined) {
      const isUser = facet.toLowerCase() === 'user'
      const key = isUser ? nameKey(inner) : slugify(inner)
      if (key === '') continue
      facets[isUser ? (isNot ? 'notUsers' : 'users') : isNot ? 'notTags' : 'tags'].add(key)
    } else {
      const words = wantedWords(inner)
      if (words.length === 0) continue
      if (words.length > searchLimits.wordsOfTerm) isCut = true
      const isExact = bare === undefined
      const list = isNot ? not : must
      list.push({ words: words.slice(0, searchLimits.wordsOfTerm), isExact })
      isOpen = !isExact && !isNot && seen.endsWith(whole)
    }
    count += 1
  }
  const of = (set: ReadonlySet<string>) => [...set]
  return {
    must,
    not,
    users: of(facets.users),
    notUsers: of(facets.notUsers),
    tags: of(facets.tags),
    notTags: of(facets.notTags),
    isOpen,
    isCut,
  }
}

/** A person's name as `user:"Name"` compares it. */
export function nameKey(name: string): string {
  return foldedWords(name).join(' ')
}

/** Something is to be found, not only left out. */
export function asksForSomething(query: SearchQuery): boolean {
  return query.must.length + query.users.length + query.tags.length > 0
}

/** Long enough to be the beginning of something: one letter begins half of all words. */
export function canBegin(word: string): boolean {
  return isUnspaced(word) || word.length >= 2
}
