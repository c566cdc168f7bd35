import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { DiscussionList } from '../../../blocks/discussion/discussion-list.tsx'
import { useLocation } from '../../../data/navigation.ts'
import { useBodies, usePage } from '../../../data/page.ts'
import type { loadReactedComments } from '../reacted-comments.load.ts'

export default function ReactedCommentsPage() {
  const { discussion, more } = usePage<typeof loadReactedComments>()
  const bodies = useBodies()
  const { pathname, search } = useLocation()
  useHoverCards()
  return (
    <>
      <h1 className="page-title">Comments with reactions</h1>
      <p className="soft">
        Newest reactions first. <a href={links.allComments()}>All comments</a>
      </p>
      {discussion.items.length === 0 ? (
        <p className="empty">
          No reactions to comments yet. <a href={links.allComments()}>All comments</a>
        </p>
      ) : (
        <DiscussionList view={discussion} bodies={bodies} from={`${pathname}${search}`} />
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More comments</MoreLink>
        </p>
      )}
    </>
  )
}
