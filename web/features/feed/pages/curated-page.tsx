import { links } from '#shared/links.ts'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import type { loadCurated } from '../front.load.ts'
import { ListTabs } from '../parts/list-tabs.tsx'

export default function CuratedPage() {
  const { rows, more } = usePage<typeof loadCurated>()
  useHoverCards()
  return (
    <>
      <h1 className="sr">Curated posts</h1>
      <p className="tagline">What the moderators think deserves to be read widely.</p>
      <ListTabs current="curated" />
      <h2 className="sr">Posts</h2>
      {rows.length === 0 ? (
        <p className="empty">
          Nothing has been curated yet. <a href={links.front()}>To the front page</a>
        </p>
      ) : (
        <PostList rows={rows} more={more} />
      )}
    </>
  )
}
