import type { PageData } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { changedPages, newestChanges } from '#shared/wiki/page-queries.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import type { Activity } from './activity.ts'
import { changeOf, editsOf, activityViews, commentsUnder } from './activity.ts'

/** content.md 9.13 */
const atOnce = 50
const maxAtAll = 300
/**
 * Versions and comments of one page that are looked at: a page that is changed all day does not
 * fill the list alone.
 */
const ofOnePage = 5
const maxPagesLooked = 100
/**
 * What keepers set about pages is in the history of each; of their summaries the newest are here.
 */
const changesLooked = 300

/** `/wFeed`: new pages, edits, summaries and what is said about pages, newest first. */
export async function loadWikiFeed({ read, site }: PageData, { url }: LoadRequest) {
  const limit = limitOf(url.searchParams, atOnce, maxAtAll)
  const found = await newest(read, limit)
  const shown = found.slice(0, limit)
  const tagsById = await tagsNamedIn(read, shown)
  return {
    head: {
      title: 'Recent changes to the wiki',
      description: `New pages, edits and discussions in the wiki of ${site.name}.`,
      canonical: links.wikiFeed(),
    },
    activity: await activityViews(read, shown, { page: null, tagsById }),
    more: found.length > limit ? links.wikiFeed({ limit: limit + atOnce }) : null,
  }
}

/** The newest things that happened to any page; one more than asked for, where there is one. */
export async function newest(read: PageData['read'], limit: number): Promise<readonly Activity[]> {
  const most = Math.min(limit + 1, maxPagesLooked)
  const lenses = { ...changedPages(most), equals: ['lens'] }
  const changed = [...(await read.list(changedPages(most))), ...(await read.list(lenses))]
    .toSorted((a, b) => b.changedAt - a.changedAt)
    .slice(0, most)
  const rows = new Map(
    (
      await read.getMany(
        posts,
        changed.map(({ id }) => id),
      )
    ).map((post) => [post.id, post]),
  )
  const found: Activity[] = (await read.list(newestChanges(changesLooked))).map(changeOf).filter(({ kind }) => kind === 'summaries')
  for (const tag of changed) {
    const post = rows.get(tag.id)
    if (post === undefined) continue
    found.push(...(await editsOf(read, tag, post, ofOnePage)))
    if (post.commentCount > 0) found.push(...(await commentsUnder(read, post, ofOnePage)))
  }
  return found.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, limit + 1)
}

/** What they happened to, and the pages of lenses among that. */
export async function tagsNamedIn(read: PageData['read'], found: readonly Activity[]): Promise<ReadonlyMap<string, Tag>> {
  const ids = found.flatMap((one) => (one.kind === 'edits' ? one.tag.id : one.kind === 'comments' ? one.postId : one.kind === 'tagging' ? [] : one.change.tagId)) // oxfmt-ignore
  const named = await read.getMany(tags, [...new Set(ids)])
  const above = await read.getMany(
    tags,
    named.flatMap(({ lensOf }) => lensOf ?? []),
  )
  return new Map([...named, ...above].map((tag) => [tag.id, tag]))
}
