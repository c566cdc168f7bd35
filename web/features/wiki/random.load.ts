import type { PageData } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { pagesByLikes } from '#shared/wiki/page-queries.ts'
import { pickOf } from '../../blocks/pick-of.ts'
import { elsewhere } from '../../data/answer.ts'

/** Few pages are kept for administrators: among so many there is one that is not. */
const atOnce = 20

/**
 * `/w/random`: some page that stands and is not kept for administrators; another one each time.
 * Where there is none, the page says so.
 */
export async function loadRandomWiki({ read, now }: PageData) {
  const count = await read.count(pagesByLikes())
  const from = count === 0 ? 0 : pickOf(now, count)
  // The first that will do from there on, else from the beginning.
  const found = [...(await read.list({ ...pagesByLikes(atOnce), offset: from })), ...(await read.list(pagesByLikes(atOnce)))]
  for (const { id, slug } of found) {
    const post = await read.get(posts, id)
    if (slug !== null && post !== undefined && post.editing?.isAdminOnly !== true) throw elsewhere(links.wiki(slug))
  }
  return { head: { title: 'Random page', robots: 'noindex' as const } }
}
