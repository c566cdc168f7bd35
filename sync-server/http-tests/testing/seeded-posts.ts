import type { Row, Site } from './site.ts'

export interface SeededPost {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly comments: number
  readonly url: string
}

/** The published ones that are no pages of the wiki, whose addresses are others. */
export const publishedPosts = (site: Site): readonly Row[] =>
  site.table('posts').filter((post) => post['status'] === 'published' && post['kind'] !== 'wiki')

/** Of the published posts for which this holds, the one with the most comments. */
export function postWhere(site: Site, isIt: (post: Row) => boolean = () => true): SeededPost {
  const found = publishedPosts(site)
    .filter(isIt)
    .toSorted((a, b) => Number(b['commentCount']) - Number(a['commentCount']))
  const row = found[0] ?? {}
  const [id, slug, title] = [String(row['id']), String(row['slug']), String(row['title'])]
  return { id, slug, title, comments: Number(row['commentCount']), url: `/posts/${id}/${encodeURIComponent(slug)}` }
}

export function commentsOf(site: Site, postId: string): readonly Row[] {
  return site.table('comments').filter((comment) => comment['postId'] === postId)
}
