import { createHash } from 'node:crypto'
import { nameKey } from '#shared/search/query.ts'

/**
 * One word for a person or a tag, which no word of a text can be taken for: it stands in a field of
 * its own.
 */
export const userFacet = (name: string): string => `u${hashOf(nameKey(name))}`
export const tagFacet = (slug: string): string => `t${hashOf(slug)}`

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 20)
}
