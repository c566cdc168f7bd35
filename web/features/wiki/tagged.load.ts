import type { PostRow } from '#shared/feed/queries.ts'
import { feedOfTag } from '#shared/feed/listings-of-post.ts'
import { postList, rowsOf } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { isListed } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { relsOfTag } from '#shared/wiki/tag-vote-queries.ts'
import { isOnPost } from '#shared/wiki/tag-vote-rules.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tagSorts } from '#shared/wiki/schema.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'

/** content.md 9.3 */
const postsShown = 15
const postsMore = 25
const maxHere = 500

/** "Posts tagged X", in the order that is asked for, else as the page's editors chose. */
export async function taggedView(data: PageData, page: Tag, url: URL) {
  const slug = page.slug ?? ''
  const asked = url.searchParams.get('sortedBy')
  const sort = tagSorts.find((one) => one === asked) ?? page.postsOrder
  const limit = limitOf(url.searchParams, postsShown)
  const { rows, hasMore } =
    data.isOfDevice === true ? await rowsHere(data, page, limit) : await postList(data.read, feedOfTag(slug), sort, limit)
  const own = sort === page.postsOrder ? {} : { sortedBy: sort }
  return {
    rows: rows.map((row) => postRowView(row)),
    more: hasMore ? `${links.wiki(slug, { ...own, limit: limit + postsMore })}#tagged` : null,
    sort,
    sorts: tagSorts,
    usual: page.postsOrder,
    count: page.postCount,
    /** Of a device: there may be others. */
    isPartial: data.isOfDevice === true,
  }
}

/** Of those that a device holds, the most relevant first. */
async function rowsHere(
  { read }: PageData,
  { id }: Tag,
  limit: number,
): Promise<{ readonly rows: readonly PostRow[]; readonly hasMore: boolean }> {
  const rels = (await read.list(relsOfTag(id, maxHere))).filter(isOnPost).toSorted((a, b) => b.relevance - a.relevance)
  const found = await read.getMany(
    posts,
    rels.map(({ postId }) => postId),
  )
  const order = new Map(rels.map(({ postId }, at) => [postId, at]))
  const shown = found.filter(isListed).toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return { rows: await rowsOf(read, shown.slice(0, limit)), hasMore: shown.length > limit }
}
