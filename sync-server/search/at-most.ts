import type { SearchPort } from '#shared/search/port.ts'
import { SearchUnavailable } from '#shared/search/port.ts'

/** A search that turns away whoever comes while so many are being answered. */
export function atMost(most: number, search: SearchPort): SearchPort {
  let underWay = 0
  return {
    async find(asks) {
      if (underWay >= most) throw new SearchUnavailable('too many at once')
      underWay += 1
      try {
        return await search.find(asks)
      } finally {
        underWay -= 1
      }
    },
  }
}
