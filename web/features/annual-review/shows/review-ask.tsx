import type { MouseEvent } from 'react'
import { Suspense, lazy, useState } from 'react'
import { canWriteReview } from '#shared/annual-review/rules.ts'
import { links } from '#shared/links.ts'
import type { PartProps } from '../../../data/places.ts'
import { useViewer } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import type { loadReviewAsk } from '../shown.load.ts'

const ReviewForm = lazy(async () => ({ default: (await import('../parts/review-form.tsx')).ReviewForm }))

/** Below a post that is being reviewed: the way to a review of one’s own, opened in place. */
export default function ReviewAsk({ page: { year, plan }, given: { post } }: PartProps<typeof loadReviewAsk, 'text-end'>) {
  const viewer = useViewer()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  // A page for everyone does not say since when its reader is here: the server asks that.
  const verdict = now === null ? null : canWriteReview(viewer, { post, year, joinedAt: 0, plan: plan ?? undefined }, now)
  if (verdict?.allowed === false && viewer.kind === 'member') return null
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || viewer.kind === 'visitor') return
    event.preventDefault()
    setOpen(!isOpen)
  }
  return (
    <section className="after" aria-label={`Review of ${year}`}>
      <p>
        This post is in the review of {year}.{' '}
        <a href={links.reviewPost(post.id)} onClick={open} aria-expanded={isOpen || undefined}>
          Write a review
        </a>
      </p>
      {isOpen ? (
        <Suspense fallback={<p className="soft">Loading…</p>}>
          <ReviewForm post={post} year={year} plan={plan} isOpened />
        </Suspense>
      ) : null}
    </section>
  )
}
