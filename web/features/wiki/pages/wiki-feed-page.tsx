import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import type { loadWikiFeed } from '../feed.load.ts'
import { ActivityList } from '../parts/activity.tsx'
import { WikiPlaces } from '../parts/wiki-places.tsx'

/** What happened in the wiki lately. */
export default function WikiFeedPage() {
  const { activity, more } = usePage<typeof loadWikiFeed>()
  useHoverCards()
  return (
    <div className="history">
      <h1 className="page-title">Recent changes to the wiki</h1>
      <WikiPlaces current="feed" />
      {activity.length === 0 ? <p className="empty">No changes yet.</p> : <ActivityList activity={activity} />}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>Older</MoreLink>
        </p>
      )}
    </div>
  )
}
