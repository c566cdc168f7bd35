import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { TalkList } from '../../../blocks/talk/talk-list.tsx'
import { useLocation } from '../../../data/navigation.ts'
import { useBodies, usePage } from '../../../data/page.ts'
import type { loadReactedComments } from '../reacted-comments.load.ts'

export default function ReactedCommentsPage() {
  const { talk, more } = usePage<typeof loadReactedComments>()
  const bodies = useBodies()
  const { pathname, search } = useLocation()
  useHoverCards()
  return (
    <>
      <h1 className="page-title">Comments with reactions</h1>
      <p className="soft">
        What readers reacted to, the latest first. <a href={links.allComments()}>All comments</a>
      </p>
      {talk.items.length === 0 ? (
        <p className="empty">
          Nobody has reacted to a comment yet. <a href={links.allComments()}>To all comments</a>
        </p>
      ) : (
        <TalkList view={talk} bodies={bodies} from={`${pathname}${search}`} />
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More comments</MoreLink>
        </p>
      )}
    </>
  )
}
