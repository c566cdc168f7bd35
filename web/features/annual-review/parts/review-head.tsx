import { counted } from '../../../blocks/counts.ts'
import { longDate } from '../../../ui/time-words.ts'
import '../annual-review.css'
import type { ReviewFrame } from '../review-lines.ts'

const names = { nominations: 'Nominations', reviews: 'Reviews', voting: 'Final voting', results: 'Results' } as const

/** Where the review of a year stands, and when what happens. */
export function ReviewHead({ frame }: { readonly frame: ReviewFrame }) {
  const { year, isYear, phase, timeline, daysLeft, lastDay } = frame
  if (!isYear) {
    return (
      <>
        <h1 className="page-title">Not a review year</h1>
        <p className="empty">No review took place for this year.</p>
      </>
    )
  }
  return (
    <>
      <h1 className="page-title">Review of {year}</h1>
      <p className="stand">{phaseText(frame)}</p>
      {timeline.length === 0 ? null : (
        <ol className="review-timeline meta">
          {timeline.map((one) => (
            <li key={one.phase} aria-current={one.phase === phase ? 'step' : undefined}>
              <strong>{names[one.phase]}</strong> <span className="soft">from {longDate(one.at)}</span>
            </li>
          ))}
        </ol>
      )}
      {daysLeft === null || lastDay === null ? null : (
        <p className="meta soft">
          {daysLeft === 0 ? 'Last day' : `${counted(daysLeft, 'day')} left`}, until the end of {longDate(lastDay)}. Votes that arrive later
          are not counted.
        </p>
      )}
    </>
  )
}

function phaseText({ phase, year }: ReviewFrame): string {
  if (phase === 'nominations')
    return `Which posts of ${year} made important progress? Vote for those you would want others to read. A post with two votes above neutral goes on to the next phase.`
  if (phase === 'reviews') return `The nominated posts of ${year}. Read them again, see how well they have stood up, and vote.`
  if (phase === 'voting')
    return `The final vote on the posts of ${year}. Stronger votes cost more, so keep the strongest for what matters most to you.`
  if (phase === 'results') return `Voting has ended. The votes on the posts of ${year} are being counted.`
  return `The review of ${year} is complete.`
}
