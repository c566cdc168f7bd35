import { postList } from '#shared/feed/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { moved } from '../../data/answer.ts'

/** The wiki page about the site itself, and the tag of posts about it. */
const pageSlug = 'site-meta'
const feed = 'tag:meta'
const figures = { first: 20, step: 20, most: 500 } as const

/** `/meta`: the wiki page about the site; where nobody has made it, the posts about the site. */
export async function loadMeta({ read, site }: PageData, { url }: LoadRequest) {
  const slug = await publishedSlug(read)
  if (slug !== null) throw moved(links.wiki(slug))
  const limit = limitOf(url.searchParams, figures.first, figures.most)
  const { rows, hasMore } = await postList(read, feed, 'new', limit)
  return {
    head: { title: `About ${site.name} itself`, canonical: links.meta() },
    siteName: site.name,
    rows: rows.map((row) => postRowView(row)),
    more: hasMore && limit < figures.most ? links.meta({ limit: Math.min(limit + figures.step, figures.most) }) : null,
  }
}

/** By its present name, or one it had before. */
async function publishedSlug(read: Read): Promise<string | null> {
  const tag = await holderOf(read, pageSlug)
  return tag?.state === 'page' ? tag.slug : null
}
