import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { Results } from '../parts/results.tsx'
import { ReviewHead } from '../parts/review-head.tsx'
import { ReviewYears } from '../parts/review-years.tsx'
import { ReviewList } from '../parts/review-list.tsx'
import type { loadReviewsOfYear } from '../reviews.load.ts'

/** The reviews of a year and who wrote them, or what the votes have made of its posts. */
export default function ReviewsPage() {
  const { shown: page } = usePage<typeof loadReviewsOfYear>()
  useHoverCards()
  if (page.tab === 'results') return <Results page={page} />
  return (
    <>
      {page.tab === 'all' ? (
        <>
          <h1 className="page-title">Reviews of all years</h1>
          <p className="stand">What members say of posts once a year and more has passed.</p>
        </>
      ) : (
        <ReviewHead frame={page.frame} current="reviews" />
      )}
      {page.tab === 'absent' ? null : <ReviewList list={page} />}
      <ReviewYears years={page.years} current={page.tab === 'all' ? 'all' : page.frame.year} />
    </>
  )
}
