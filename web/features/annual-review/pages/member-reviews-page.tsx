import { links } from '#shared/links.ts'
import { DiscussionList } from '../../../blocks/discussion/discussion-list.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { useLocation } from '../../../data/navigation.ts'
import { useBodies, usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { loadMemberReviews } from '../member-reviews.load.ts'

/** A member's reviews, year by year. */
export default function MemberReviewsPage() {
  const { member, year, years, discussion, more } = usePage<typeof loadMemberReviews>()
  const bodies = useBodies()
  const { pathname, search } = useLocation()
  useHoverCards()
  return (
    <>
      <h1 className="page-title" dir="auto">
        Reviews by {member.name}
      </h1>
      <p className="meta soft">
        Written by <a href={links.user(member.slug)}>{member.name}</a> for the <a href={links.reviews(year)}>review of {year}</a>.
      </p>
      <Tabs
        label="Review years"
        tabs={years.map((one) => ({ href: links.memberReviews(member.slug, one), word: one, isCurrent: one === year }))}
      />
      {discussion.items.length === 0 ? (
        <p className="empty">No reviews found.</p>
      ) : (
        <DiscussionList view={discussion} bodies={bodies} from={`${pathname}${search}`} />
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More reviews</MoreLink>
        </p>
      )}
    </>
  )
}
