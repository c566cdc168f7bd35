import { reviewConfig } from '#shared/annual-review/config.ts'
import { spendingOf } from '#shared/annual-review/ballot.ts'
import { counted } from '../../../blocks/counts.ts'
import type { OwnReviewVote, ReviewFrame, ReviewLine } from '../review-lines.ts'
import { useScores, withReview } from './use-scores.ts'

interface YourShareProps {
  readonly frame: ReviewFrame
  readonly lines: readonly ReviewLine[]
  readonly votes: readonly OwnReviewVote[]
  /** Reviews of this year by the viewer. */
  readonly written: number
}

/** What is asked of each member in this phase, and how much of it they have done, drawn. */
export function YourShare({ frame, lines, votes, written }: YourShareProps) {
  const scores = useScores(votes, frame.year)
  const share = Object.entries(reviewConfig.share).find(([phase]) => phase === frame.phase)?.[1]
  if (share === undefined) return null
  const cast = spendingOf([...withReview(scores, lines, votes).values()]).voteCount
  const done = Math.min(share.count, share.what === 'votes' ? cast : written)
  const what = share.what === 'votes' ? 'votes cast' : 'reviews written'
  return (
    <p className="review-share" role="status">
      <span className="review-boxes" aria-hidden="true">
        {Array.from({ length: share.count }, (_, at) => (
          <span key={at} className={at < done ? 'done' : undefined} />
        ))}
      </span>
      {done === share.count
        ? `You have done your share: ${counted(done, share.what.slice(0, -1))}. More is welcome.`
        : `Your share: ${done} of ${share.count} ${what}.`}
    </p>
  )
}
