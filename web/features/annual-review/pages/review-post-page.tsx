import { links } from '#shared/links.ts'
import { DiscussionList } from '../../../blocks/discussion/discussion-list.tsx'
import { counted } from '../../../blocks/counts.ts'
import { useLocation } from '../../../data/navigation.ts'
import { useBodies, usePage } from '../../../data/page.ts'
import '../annual-review.css'
import { NoReviewNow } from '../parts/no-review-now.tsx'
import { ReviewForm } from '../parts/review-form.tsx'
import { ReviewVote } from '../parts/review-vote.tsx'
import type { loadReviewPost } from '../review-post.load.ts'

/** A review of one’s own, and those that a post has. */
export default function ReviewPostPage() {
  const { post, frame, line, votes, refusal, discussion } = usePage<typeof loadReviewPost>()
  const bodies = useBodies()
  const { pathname, search } = useLocation()
  const { year, plan } = frame
  return (
    <>
      <h1 className="page-title">Review for {year}</h1>
      <p className="stand">
        <a href={links.post(post)} lang={post.lang} dir={post.direction}>
          {post.title}
        </a>
      </p>
      {refusal === null ? (
        <ReviewForm key={post.id} post={post} year={year} plan={plan} />
      ) : (
        <NoReviewNow refusal={refusal} frame={frame} />
      )}
      {line === null ? null : (
        <>
          <h2 className="section">Your vote</h2>
          <ReviewVote line={line} year={year} plan={plan} votes={votes} />
        </>
      )}
      <h2 className="section">{discussion.items.length === 0 ? 'Reviews' : counted(discussion.items.length, 'review')}</h2>
      {discussion.items.length === 0 ? (
        <p className="empty">No reviews of this post yet.</p>
      ) : (
        <DiscussionList view={discussion} bodies={bodies} from={`${pathname}${search}`} />
      )}
    </>
  )
}
