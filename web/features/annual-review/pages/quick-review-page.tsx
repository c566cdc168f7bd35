import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { Ballot } from '../parts/ballot.tsx'
import { NotOpen } from '../parts/not-open.tsx'
import { ReviewHead } from '../parts/review-head.tsx'
import { YourShare } from '../parts/your-share.tsx'
import type { loadQuickReview } from '../quick-review.load.ts'

/** Posts that need a review, to vote on or write about one after the other. */
export default function QuickReviewPage() {
  const { frame, lines, votes, written, count, refusal, isAllReviewed, more } = usePage<typeof loadQuickReview>()
  useHoverCards()
  return (
    <>
      <ReviewHead frame={frame} current="quick" />
      {frame.isYear ? (
        <>
          <NotOpen refusal={refusal} frame={frame} />
          {refusal === null ? <YourShare frame={frame} lines={lines} votes={votes} written={written} /> : null}
          <h2 className="section">Posts that need a review</h2>
          {lines.length === 0 ? (
            <p className="empty">
              {frame.phase === 'nominations' ? (
                'The nominated posts come here when nominations end.'
              ) : isAllReviewed ? (
                'Every nominated post has a review.'
              ) : (
                <>
                  Every well-rated post has a review. <a href={links.reviewVoting(frame.year)}>See all candidates</a>
                </>
              )}
            </p>
          ) : (
            <Ballot frame={frame} lines={lines} votes={votes} isOpen={refusal === null} isQuick />
          )}
          {more === null ? null : (
            <p className="after">
              <MoreLink href={more}>{`Load more (${lines.length}/${counted(count, 'post')})`}</MoreLink>
            </p>
          )}
        </>
      ) : null}
    </>
  )
}
