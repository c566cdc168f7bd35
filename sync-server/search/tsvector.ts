/**
 * Words and queries as PostgreSQL's text search reads them (manual 18, 8.11): lexemes are letters
 * and digits only, so no quoting can be broken out of.
 */
import type { Phrase } from '#shared/search/plan.ts'
import type { FindAsked } from '#shared/search/port.ts'
import type { SearchDoc } from './index-port.ts'
import { wordsIn } from '#shared/search/words.ts'
import { tagFacet, userFacet } from './facets.ts'

/** A, B and C: the fields of words; D: facets. */
const labels = { name: 'A', author: 'B', body: 'C', facets: 'D' } as const
/**
 * PostgreSQL's own limits: positions beyond stand all at this one, and a word keeps no more than so
 * many.
 */
const lastPosition = 16_383
const maxPositions = 255
/** A vector may have a megabyte. */
const maxWords = 24_000
/** No phrase reaches from one field into the next. */
const gap = 10

export function vectorOf({ name, author, body, facets }: Pick<SearchDoc, 'name' | 'author' | 'body' | 'facets'>): string {
  const places = new Map<string, string[]>()
  let position = 0
  const note = (word: string, label: string): void => {
    position = Math.min(position + 1, lastPosition)
    const known = places.get(word)
    if (known === undefined) {
      if (places.size < maxWords) places.set(word, [`${position}${label}`])
    } else if (known.length < maxPositions) known.push(`${position}${label}`)
  }
  for (const facet of facets) note(facet, labels.facets)
  for (const [field, text] of Object.entries({ name, author, body }) as readonly (readonly ['name' | 'author' | 'body', string])[]) {
    position = Math.min(position + gap, lastPosition)
    for (const { word } of wordsIn(text)) note(word, labels[field])
  }
  return Array.from(places, ([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}

/** `null`: nothing is asked for. */
export function tsQueryOf({ plan, tags }: Pick<FindAsked, 'plan' | 'tags'>): string | null {
  const facet = (word: string): string => `'${word}':D`
  const all = [
    ...plan.needs.map((any) => `(${any.map(phrase).join(' | ')})`),
    ...(plan.users.length === 0 ? [] : [`(${plan.users.map((name) => facet(userFacet(name))).join(' | ')})`]),
    ...[...plan.tags, ...tags].map((slug) => facet(tagFacet(slug))),
  ]
  if (all.length === 0) return null
  const not = [
    ...plan.not.map(phrase),
    ...plan.notUsers.map((name) => facet(userFacet(name))),
    ...plan.notTags.map((slug) => facet(tagFacet(slug))),
  ]
  return [...all, ...not.map((one) => `!(${one})`)].join(' & ')
}

function phrase({ words, isBeginning }: Phrase): string {
  const lexemes = words.map((word, at) => `'${word}':${isBeginning && at === words.length - 1 ? '*' : ''}ABC`)
  return `(${lexemes.join(' <-> ')})`
}
