import '../annual-review.css'
import type { OwnReviewVote, ReviewFrame, ReviewLine } from '../review-lines.ts'
import { useScores } from './use-scores.ts'
import { VoteSteps } from './vote-steps.tsx'

interface ReviewVoteProps extends Pick<ReviewFrame, 'year' | 'plan'> {
  readonly line: ReviewLine
  /** The viewer’s, as the server has them; a page for everyone has none, and their device does. */
  readonly votes?: readonly OwnReviewVote[]
}

const none: readonly OwnReviewVote[] = []

/** The viewer’s vote on one post in the review of its year. */
export function ReviewVote({ line, year, plan, votes = none }: ReviewVoteProps) {
  const scores = useScores(votes, year)
  return (
    <div className="review-one">
      <VoteSteps line={line} frame={{ year, plan }} score={scores.get(line.row.id) ?? 0} />
    </div>
  )
}
