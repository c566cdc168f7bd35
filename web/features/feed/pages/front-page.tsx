import { links } from '#shared/links.ts'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { useSite } from '../../../data/site.ts'
import type { loadFront } from '../front.load.ts'
import { ListTabs } from '../parts/list-tabs.tsx'

export default function FrontPage() {
  const { sort, rows, more } = usePage<typeof loadFront>()
  const site = useSite()
  useHoverCards()
  return (
    <>
      <h1 className="sr">{sort === 'latest' ? 'Latest posts' : `${site.name}, front page`}</h1>
      <p className="tagline">{site.tagline}</p>
      <ListTabs current={sort} />
      <h2 className="sr">Posts</h2>
      {rows.length === 0 ? (
        <p className="empty">
          No posts yet. <a href={links.newPost()}>Write the first one</a>
        </p>
      ) : (
        <PostList key={sort} rows={rows} more={more} />
      )}
    </>
  )
}
