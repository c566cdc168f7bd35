import { reviewConfig } from '#shared/annual-review/config.ts'
import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { longDate } from '../../../ui/time-words.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import '../annual-review.css'
import type { ReviewFrame } from '../review-lines.ts'
import { phaseNames } from './phase-names.ts'

type YearPage = 'nominate' | 'quick' | 'ballot' | 'nominations' | 'reviews' | 'results'

/** Where the review of a year stands, when what happens, and the year's other pages. */
export function ReviewHead({ frame, current }: { readonly frame: ReviewFrame; readonly current: YearPage }) {
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
              <strong>{phaseNames[one.phase]}</strong> <span className="soft">from {longDate(one.at)}</span>
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
      <Tabs label={`Review of ${year}`} tabs={yearTabs(frame, current)} />
    </>
  )
}

const ballotWords: Readonly<Record<ReviewFrame['phase'], string>> = {
  ...{ unstarted: 'Votes', nominations: 'Vote on nominated posts', reviews: 'Vote', voting: 'Vote' },
  ...{ results: 'Your votes', complete: 'Your votes' },
}

function yearTabs({ year, phase }: ReviewFrame, current: YearPage) {
  const nominate = { page: 'nominate', href: links.nominatePosts(year), word: 'Find posts to nominate' }
  const ballot = { page: 'ballot', href: links.reviewVoting(year), word: ballotWords[phase] }
  const nominations = { page: 'nominations', href: links.nominations(year), word: 'Nominations' }
  const quick = { page: 'quick', href: links.quickReview(year), word: 'Quick review' }
  const reviews = { page: 'reviews', href: links.reviews(year), word: 'Reviews' }
  const results = { page: 'results', href: links.reviews(year, { tab: 'results' }), word: 'Results' }
  const isOver = phase === 'results' || phase === 'complete'
  const first = phase === 'nominations' ? [nominate] : phase === 'reviews' ? [quick] : []
  const pages = [...first, ...(isOver ? [results, reviews, ballot, nominations] : [ballot, reviews, results])]
  return pages.map(({ page, href, word }) => ({ href, word, isCurrent: page === current }))
}

function phaseText({ phase, year }: ReviewFrame): string {
  if (phase === 'nominations')
    return `Which posts of ${year} made important progress? Vote for those you would want others to read. A post with two votes above neutral goes on to the next phase.`
  if (phase === 'reviews')
    return `The nominated posts of ${year}. Read them again, see how well they have stood up, vote, and write reviews. A post needs one review to reach the final vote; reviews with ${reviewConfig.highlightedKarma} karma or more stand in the results.`
  if (phase === 'voting')
    return `The final vote on the posts of ${year} that have a review. Stronger votes cost more, so keep the strongest for what matters most to you.`
  if (phase === 'results') return `Voting has ended. The votes on the posts of ${year} are being counted.`
  return `The review of ${year} is complete.`
}
