import { spendingOf } from '#shared/annual-review/ballot.ts'
import type { ReviewScore } from '#shared/annual-review/count.ts'
import type { MouseEvent } from 'react'
import { links } from '#shared/links.ts'
import { counted, points, signed } from '../../../blocks/counts.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import '../annual-review.css'
import type { OwnReviewVote, ReviewFrame, ReviewLine } from '../review-lines.ts'
import { wordsFor } from './step-words.ts'
import { useScores, withReview } from './use-scores.ts'
import { VoteSteps } from './vote-steps.tsx'

interface BallotProps {
  readonly frame: ReviewFrame
  readonly lines: readonly ReviewLine[]
  /** All of the viewer's in this year, as the server has them. */
  readonly votes: readonly OwnReviewVote[]
  /** The viewer may vote. */
  readonly isOpen: boolean
  /** Only what is needed to decide which to review: neither karma nor counts. */
  readonly isQuick?: boolean
  /** How a candidate is opened beside the list; without it its pages are linked. */
  readonly opening?: Opening
}

export interface Opening {
  /** Whose panel is open. */
  readonly opened: string | undefined
  readonly hrefOf: (postId: string | undefined) => string
  readonly open: (event: MouseEvent, postId: string | undefined) => void
}

export const panelLinkId = (postId: string): string => `opens-${postId}`

/** Posts with the viewer's votes, and what these have cost so far. */
export function Ballot({ frame, lines, votes, isOpen, isQuick = false, opening }: BallotProps) {
  const scores = useScores(votes, frame.year)
  const charged = frame.phase === 'voting' ? withReview(scores, lines, votes) : scores
  return (
    <>
      {isOpen && !isQuick ? <Budget scores={charged} budget={frame.budget} /> : null}
      <ul className="plain-list review-ballot">
        {lines.map((line) => (
          <BallotLine key={line.row.id} {...{ line, frame, isQuick, opening }} score={scores.get(line.row.id) ?? 0} />
        ))}
      </ul>
    </>
  )
}

interface LineProps {
  readonly line: ReviewLine
  readonly frame: ReviewFrame
  readonly score: ReviewScore
  readonly isQuick: boolean
  readonly opening: Opening | undefined
}

function BallotLine({ line, frame, score, isQuick, opening }: LineProps) {
  const { row, voteCount, reviewCount, karmaVote, refusal, result } = line
  const isOpened = opening?.opened === row.id
  return (
    <li className={isOpened ? 'opened' : undefined}>
      <div className="review-post">
        <h3 className="row-title" lang={row.lang} dir={row.dir}>
          {opening === undefined ? (
            <a href={links.post(row)}>{row.title}</a>
          ) : (
            <a
              id={panelLinkId(row.id)}
              href={opening.hrefOf(row.id)}
              aria-current={isOpened || undefined}
              onClick={(event) => opening.open(event, row.id)}
            >
              {row.title}
            </a>
          )}
        </h3>
        <p className="hit-by meta soft">
          {row.authors.map((author, at) => (
            <PersonLink key={author.slug === '' ? at : author.slug} person={author} />
          ))}
          {isQuick ? null : (
            <>
              <span>{points(row.score)}</span>
              {karmaVote === 0 ? null : <span>your karma vote {karmaVote > 0 ? `+${karmaVote}` : signed(karmaVote)}</span>}
              <span>{counted(voteCount, 'review vote')}</span>
              {result === undefined ? null : <span>{`rank ${result.rank}, score ${result.score}`}</span>}
            </>
          )}
          <a href={links.reviewPost(row.id)}>
            {isQuick ? 'Write a review' : counted(reviewCount, 'review')}
            <span className="sr"> of {row.title}</span>
          </a>
        </p>
      </div>
      {refusal === null ? <VoteSteps line={line} frame={frame} score={score} /> : <NoVote line={line} refusal={refusal} score={score} />}
    </li>
  )
}

/** Said once above the list, what is the same for every post. */
interface NoVoteProps extends Pick<LineProps, 'line' | 'score'> {
  readonly refusal: NonNullable<ReviewLine['refusal']>
}

function NoVote({ line, refusal, score }: NoVoteProps) {
  const word =
    refusal === 'own-review-vote'
      ? 'You wrote this one'
      : refusal === 'not-nominated'
        ? notInTheVote(line)
        : score === 0
          ? 'You didn’t vote'
          : `You voted: ${wordsFor(score, 0)}`
  return <p className="meta soft review-vote">{word}</p>
}

const notInTheVote = ({ reviewCount }: ReviewLine): string => (reviewCount === 0 ? 'Not nominated, or no review' : 'Not nominated')

/** What is spent, drawn; a vote that is not sent yet is in it. */
function Budget({ scores, budget }: { readonly scores: ReadonlyMap<string, ReviewScore>; readonly budget: number }) {
  const { spent, voteCount } = spendingOf([...scores.values()])
  const isOver = spent > budget
  return (
    <div className="review-budget">
      <p role="status">
        <strong className="nums">{spent}</strong> of {budget} points spent on {counted(voteCount, 'vote')}.
        {isOver ? ' That is more than you have: each of your votes will count for less, so that together they cost what you have.' : null}
      </p>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" width="100%" height="8" aria-hidden="true">
        <rect className="all" width="100" height="8" />
        <rect className={isOver ? 'over' : undefined} width={Math.min(100, (spent / budget) * 100)} height="8" />
      </svg>
    </div>
  )
}
