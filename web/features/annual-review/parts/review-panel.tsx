import { useEffect, useRef } from 'react'
import type { ReviewPlan } from '#shared/annual-review/schema.ts'
import { links } from '#shared/links.ts'
import { DiscussionList } from '../../../blocks/discussion/discussion-list.tsx'
import { counted } from '../../../blocks/counts.ts'
import { useLocation } from '../../../data/navigation.ts'
import { useBodies } from '../../../data/page.ts'
import { Body } from '../../../ui/body.tsx'
import type { loadBallot } from '../ballot.load.ts'
import type { ReviewFrame } from '../review-lines.ts'
import { NoReviewNow } from './no-review-now.tsx'
import { ReviewForm } from './review-form.tsx'

export const panelTitleId = 'review-panel-title'

interface ReviewPanelProps {
  readonly panel: NonNullable<Awaited<ReturnType<typeof loadBallot>>['panel']>
  readonly frame: ReviewFrame & { readonly plan: ReviewPlan | null }
  /** The list without it. */
  readonly closing: { readonly href: string; readonly onClick: (event: React.MouseEvent) => void }
  /** It was opened by a press on this page: the focus goes to its heading. */
  readonly takesFocus: boolean
}

/** A candidate beside the ballot: a review of one's own, those of others, and the whole text. */
export function ReviewPanel({ panel: { post, refusal, discussion, textId }, frame, closing, takesFocus }: ReviewPanelProps) {
  const bodies = useBodies()
  const { pathname, search } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus, post.id])
  const body = `text-${post.id}`
  return (
    <section className="review-panel" aria-labelledby={panelTitleId}>
      <p className="acts">
        <a href={closing.href} onClick={closing.onClick}>
          Back to the list
        </a>
        <a href="#review-panel-text">To the text</a>
      </p>
      <h2 className="section" id={panelTitleId} ref={heading} tabIndex={-1} lang={post.lang} dir={post.direction}>
        <a href={links.post(post)}>{post.title}</a>
      </h2>
      {refusal === null ? (
        <details className="series-fold">
          <summary>Write a review</summary>
          <ReviewForm key={post.id} post={post} year={frame.year} plan={frame.plan} />
        </details>
      ) : (
        <NoReviewNow refusal={refusal} frame={frame} />
      )}
      <h3 className="section">{discussion.items.length === 0 ? 'Reviews' : counted(discussion.items.length, 'review')}</h3>
      {discussion.items.length === 0 ? (
        <p className="empty">No reviews of this post yet.</p>
      ) : (
        <DiscussionList key={post.id} view={discussion} bodies={bodies} from={`${pathname}${search}`} />
      )}
      <h3 className="section" id="review-panel-text">
        The post
      </h3>
      <Body className="essay" name={body} html={bodies[body]} version={textId} lang={post.lang} dir={post.direction} />
    </section>
  )
}
