import { links } from '#shared/links.ts'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import type { loadMeta } from '../meta.load.ts'

/** What is written about the site on the site. */
export default function MetaPage() {
  const { siteName, rows, more } = usePage<typeof loadMeta>()
  useHoverCards()
  return (
    <>
      <h1 className="page-title">About {siteName} itself</h1>
      {rows.length === 0 ? (
        <p className="empty">
          No posts about this site yet. <a href={links.newPost(undefined, { meta: 'true' })}>Write the first one</a>
        </p>
      ) : (
        <PostList rows={rows} more={more} hidesFrom={null} />
      )}
    </>
  )
}
