import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { DiscussionList } from '../../../blocks/discussion/discussion-list.tsx'
import { useLocation } from '../../../data/navigation.ts'
import { useBodies, usePage } from '../../../data/page.ts'
import type { loadReplies } from '../replies.load.ts'

/** A member's comments with what answers them. */
export default function RepliesPage() {
  const { member, discussion, more } = usePage<typeof loadReplies>()
  const bodies = useBodies()
  const { pathname, search } = useLocation()
  useHoverCards()
  return (
    <>
      <h1 className="page-title" dir="auto">
        Replies to {member.name}
      </h1>
      <p className="meta soft">
        Comments by <a href={links.user(member.slug)}>{member.name}</a>, newest first, with replies.
      </p>
      {discussion.items.length === 0 ? (
        <p className="empty">
          No comments yet. <a href={links.user(member.slug)}>Go to their page</a>
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
