import { frontPage, postList } from '#shared/feed/queries.ts'
import { rankingFigures } from '#shared/feed/ranking.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'

/** How far "More posts" goes at a time. */
const step = 20
const firstCurated = 12

/** `/`: ranked by default, `?sort=latest` as they came. */
export async function loadFront(data: PageData, { url }: LoadRequest) {
  const sort: 'latest' | 'ranked' = url.searchParams.get('sort') === 'latest' ? 'latest' : 'ranked'
  const limit = limitOf(url.searchParams, rankingFigures.firstPage)
  const { stickies, rows, hasMore } = await frontPage(data.read, sort, limit, data.now)
  const asked = { sort: sort === 'latest' ? sort : undefined } as const
  return {
    head: {
      title: sort === 'latest' ? 'Latest posts' : null,
      description: data.site.tagline,
      canonical: links.front(asked),
      type: 'website' as const,
      ...(sort === 'ranked'
        ? { jsonLd: { '@type': 'WebSite', name: data.site.name, url: data.site.origin, description: data.site.tagline } }
        : {}),
    },
    sort,
    rows: [...stickies.map((row) => postRowView(row, true)), ...rows.map((row) => postRowView(row))],
    more: hasMore ? links.front({ ...asked, limit: limit + step }) : null,
  }
}

/** `/curated`: what moderators chose, newest choice first. */
export async function loadCurated(data: PageData, { url }: LoadRequest) {
  const limit = limitOf(url.searchParams, firstCurated)
  const { rows, hasMore } = await postList(data.read, 'curated', 'new', limit)
  return {
    head: {
      title: 'Curated',
      description: `Posts that the moderators of ${data.site.name} think deserve to be read widely.`,
      canonical: links.curated(),
      feed: { href: links.feed({ view: 'curatedRss' }), title: `${data.site.name}: curated` },
    },
    rows: rows.map((row) => postRowView(row)),
    more: hasMore ? links.curated({ limit: limit + step }) : null,
  }
}
