import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import type { loadWikiFeed } from '../feed.load.ts'
import { Happenings } from '../parts/happenings.tsx'
import { WikiPlaces } from '../parts/wiki-places.tsx'

/** What happened in the wiki lately. */
export default function WikiFeedPage() {
  const { happenings, more } = usePage<typeof loadWikiFeed>()
  useHoverCards()
  return (
    <div className="history">
      <h1 className="page-title">Recent changes to the wiki</h1>
      <WikiPlaces current="feed" />
      {happenings.length === 0 ? <p className="empty">Nothing has happened yet.</p> : <Happenings happenings={happenings} />}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>Older</MoreLink>
        </p>
      )}
    </div>
  )
}
