import type { Phrase } from '#shared/search/plan.ts'
import type { FindAsked } from '#shared/search/port.ts'
import { tagFacet, userFacet } from './facets.ts'

/**
 * A plan in FTS5's own language (https://www.sqlite.org/fts5.html, section 3, read 2026-11-21).
 * Words are letters and digits only, and stand between quotation marks: nothing that was typed is
 * ever an operator. `null`: nothing is asked for.
 */
export function ftsMatch({ plan, tags }: Pick<FindAsked, 'plan' | 'tags'>): string | null {
  const words = plan.needs.map((any) => `(${any.map(phrase).join(' OR ')})`)
  const wanted = [...plan.tags, ...tags].map(tagFacet)
  const parts = [
    ...(words.length === 0 ? [] : [`{name author body} : (${words.join(' AND ')})`]),
    ...(plan.users.length === 0 ? [] : [`facets : (${plan.users.map((name) => `"${userFacet(name)}"`).join(' OR ')})`]),
    ...(wanted.length === 0 ? [] : [`facets : (${wanted.map((facet) => `"${facet}"`).join(' AND ')})`]),
  ]
  if (parts.length === 0) return null
  const unwanted = [...plan.notUsers.map(userFacet), ...plan.notTags.map(tagFacet)].map((facet) => `(facets : "${facet}")`)
  const not = [...plan.not.map((one) => `({name author body} : ${phrase(one)})`), ...unwanted]
  const all = `(${parts.map((part) => `(${part})`).join(' AND ')})`
  return not.length === 0 ? all : `${all} NOT (${not.join(' OR ')})`
}

function phrase({ words, isBeginning }: Phrase): string {
  return `"${words.join(' ')}"${isBeginning ? ' *' : ''}`
}
