import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { SearchAsked } from '#shared/search/params.ts'
import { parseSearchParams } from '#shared/search/params.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import type { SearchResults } from '#shared/search/search.ts'
import { searchResults } from '#shared/search/search.ts'
import type { LoadRequest } from '../../app/route.ts'
import { shortened } from '#shared/text/shorten.ts'

/** `/search` */
export async function loadSearch(data: PageData, { url }: LoadRequest) {
  const asked = parseSearchParams(url.searchParams)
  const words = asked.query.trim()
  return {
    head: {
      title: words === '' ? 'Search' : `Search: ${shortened(words, 80)}`,
      canonical: links.search(),
      ...(words !== '' && {
        feeds: [{ href: links.feed({ view: 'search', query: words }), title: `${data.site.name}: ${shortened(words, 80)}` }],
      }),
      robots: 'noindex' as const,
    },
    asked,
    results: await resultsFor(data, asked),
  }
}

/**
 * `on-device`: there is no server to ask. `unavailable`: there is, and its search does not answer.
 * In both cases the page searches what this device holds.
 */
async function resultsFor(data: PageData, asked: SearchAsked): Promise<SearchResults | 'on-device' | 'unavailable'> {
  if (data.search === undefined || data.search === null) return 'on-device'
  try {
    return await searchResults(data.read, data.search, asked, data.now)
  } catch (error) {
    if (error instanceof SearchUnavailable) return 'unavailable'
    throw error
  }
}
