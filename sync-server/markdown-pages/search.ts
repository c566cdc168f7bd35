/** `/search` (content.md 6.10) */
import type { Piece } from '#shared/search/highlight.ts'
import type { Hit } from '#shared/search/results.ts'
import type { MarkdownPage, MarkdownData } from './markdown-page.ts'
import { links } from '#shared/links.ts'
import { parseSearchParams, searchQuery } from '#shared/search/params.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { searchResults } from '#shared/search/search.ts'
import { day, linkTo, parts, words } from './markdown.ts'
import { people, person } from './rows.ts'
import { page, refusal } from './markdown-page.ts'

export async function searchMarkdown(data: MarkdownData, url: URL): Promise<MarkdownPage> {
  const asked = parseSearchParams(url.searchParams)
  const away = () => refusal(503, 'Search is unavailable', 'Try again in a minute.')
  if (data.search === null) return away()
  try {
    const { hits, counts, pageCount, isCut } = await searchResults(data.read, data.search, asked, data.now)
    const found = counts === null ? 'Add search words with `?query=`.' : `Found: ${counts[asked.kind]} ${asked.kind}`
    const next =
      asked.page < pageCount ? linkTo('More', data.site.origin + links.search(searchQuery({ ...asked, page: asked.page + 1 }))) : ''
    const title = asked.query.trim() === '' ? '# Search' : `# Search: ${words(asked.query)}`
    const cut = isCut ? 'Only the first words were used.' : ''
    const lines = hits.map((hit) => hitLine(data, hit)).join('\n')
    return page(links.search(searchQuery(asked)), parts(title, found, cut, lines, next), { isIndexed: false })
  } catch (error) {
    if (error instanceof SearchUnavailable) return away()
    throw error
  }
}

const plain = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

function hitLine(data: MarkdownData, hit: Hit): string {
  const to = (text: string) => linkTo(text, data.site.origin + hit.href)
  switch (hit.kind) {
    case 'posts':
      return `- ${to(plain(hit.title))} by ${people(data, hit.authors)}, ${day(hit.at)}, ${hit.karma} points: ${words(plain(hit.snippet))}`
    case 'comments':
      return `- ${person(data, hit.author)} on ${to(hit.postTitle)}, ${day(hit.at)}, ${hit.karma} points: ${words(plain(hit.snippet))}`
    case 'tags':
      return `- ${to(plain(hit.name))}, ${hit.postCount} posts`
    case 'sequences':
      return `- ${to(plain(hit.title))} by ${person(data, hit.author)}, ${day(hit.at)}: ${words(plain(hit.snippet))}`
    case 'users':
      return `- ${to(plain(hit.name))}: ${words(plain(hit.snippet))}`
  }
}
