import { canonicalFilters } from './filters.ts'

/**
 * Keeps the filters of a reader without an account. Not secret; scripts of this site set it too.
 */
export const filtersCookie = 'front'

/** @param header all cookies, as they are sent or as a page sees them. */
export function filtersInCookie(header: string): string {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() !== filtersCookie) continue
    try {
      return canonicalFilters(decodeURIComponent(pair.slice(at + 1).trim()))
    } catch {
      return ''
    }
  }
  return ''
}
