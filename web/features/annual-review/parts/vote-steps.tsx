import { useRef } from 'react'
import type { ReviewScore } from '#shared/annual-review/count.ts'
import { neutral, scoreCosts } from '#shared/annual-review/count.ts'
import type { Given } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { useUnsentWord } from '../../../blocks/use-unsent-word.ts'
import { useRefresh } from '../../../data/navigation.ts'
import type { ReviewFrame, ReviewLine } from '../review-lines.ts'
import { steps, wordsFor } from './step-words.ts'

interface VoteStepsProps {
  readonly line: ReviewLine
  readonly frame: Pick<ReviewFrame, 'year' | 'plan'>
  /** As it stands on this device. */
  readonly score: ReviewScore
}

/**
 * Seven steps and "take back", as one form with a button for each. The chosen step pressed again is
 * neutral.
 */
export function VoteSteps({ line, frame, score }: VoteStepsProps) {
  const { year } = frame
  const { id: postId, title } = line.row
  const refresh = useRefresh()
  const wasSent = useRef(false)
  const unsent = useUnsentWord(`review-vote:${postId}:${year}`)
  const here = async (given: Given): Promise<string | null> => {
    const { voteInReview } = await import('../vote-in-review.ts')
    const done = await voteInReview(line, frame, Number(given['score']))
    wasSent.current = done.wasSent
    return done.message
  }
  return (
    <MutationForm
      name="reviewVotes.set"
      about={{ postId, year: String(year) }}
      here={here}
      // The device draws by itself what it has done; of what the server did the page is asked.
      onDone={() => (wasSent.current ? refresh() : undefined)}
      className="review-vote"
    >
      <div className="review-steps" role="group" aria-label={`Your vote on ${title}`}>
        {steps.map((step) => (
          <button
            key={step.score}
            name="score"
            value={step.score === score ? neutral : step.score}
            aria-pressed={step.score === score}
            title={`${step.meaning}, costs ${scoreCosts[step.score]}`}
          >
            <span aria-hidden="true">{step.word}</span>
            <span className="sr">
              {step.meaning}, costs {scoreCosts[step.score]}
            </span>
          </button>
        ))}
      </div>
      <p className="meta soft review-said">
        <span>
          {wordsFor(score, scoreCosts[score])}
          {unsent === null ? null : <span className="state-word">, {unsent}</span>}
        </span>
        {score === 0 ? null : (
          <button className="btn quiet" name="score" value="0">
            Take back<span className="sr"> your vote on {title}</span>
          </button>
        )}
      </p>
    </MutationForm>
  )
}
