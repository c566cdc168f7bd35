import { Suspense, lazy, useState } from 'react'
import type { MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import { canTakePartInReview } from '#shared/annual-review/rules.ts'
import { links } from '#shared/links.ts'
import type { PartProps } from '../../../data/places.ts'
import { useViewer } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import type { loadReviewVote } from '../shown.load.ts'

const ReviewVote = lazy(async () => ({ default: (await import('../parts/review-vote.tsx')).ReviewVote }))

/** Below a review: the way to a vote on its post, opened in place. */
export default function ReviewVoteAsk({ page: { year, plan, line } }: PartProps<typeof loadReviewVote, 'review-end'>) {
  const viewer = useViewer()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  if (viewer.kind === 'visitor' || now === null || line.ownerIds.includes(viewer.userId)) return null
  // A page for everyone does not say since when its reader is here: the server asks that.
  if (!canTakePartInReview(viewer, { year, joinedAt: 0, plan: plan ?? undefined }, now).allowed) return null
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(!isOpen)
  }
  return (
    <div className="review-asked">
      <a className="meta" href={links.reviewPost(line.row.id)} onClick={open} aria-expanded={isOpen}>
        Vote on this post in the review of {year}
      </a>
      {/* The discussion is one form: this one is put into the document beside React’s own tree. */}
      <div ref={setSlot} />
      {isOpen && slot !== null
        ? createPortal(
            <Suspense fallback={<p className="soft">Loading…</p>}>
              <ReviewVote line={line} year={year} plan={plan} />
            </Suspense>,
            slot,
          )
        : null}
    </div>
  )
}
