import { Fragment, useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { counted } from '../../../blocks/counts.ts'
import { guardedLocal } from '../../../data/guarded-storage.ts'
import type { PartProps } from '../../../data/places.ts'
import { useNow } from '../../../ui/clock.ts'
import { longDate } from '../../../ui/time-words.ts'
import { phaseNames } from '../parts/phase-names.ts'
import type { loadRunningReview } from '../shown.load.ts'

const key = 'review-dismissed'

/**
 * Above the front page’s list while a review runs: a line, and for members folded what else there
 * is. A page that is kept for everybody says the last day; how many are left its reader’s clock
 * says. Dismissed for one phase, in this browser.
 */
export default function RunningReview({
  page: { year, phase, lastDay, timeline, lists },
}: PartProps<typeof loadRunningReview, 'front-top'>) {
  const now = useNow()
  /** `null`: until the page has come alive. */
  const [dismissed, setDismissed] = useState<string | null>(null)
  const named = `${year} ${phase}`
  useEffect(() => setDismissed(guardedLocal.getItem(key) ?? ''), [])
  if (dismissed === named) return null
  const dismiss = () => {
    guardedLocal.setItem(key, named)
    setDismissed(named)
  }
  const until = lastDay === null ? '' : `, until ${longDate(lastDay)}`
  const left = lastDay === null || now === null ? '' : ` (${leftWords(lastDay - now)})`
  return (
    <section className={timeline.length === 0 ? undefined : 'notice'} aria-label="Annual review">
      <p>
        <a href={mainPage(year, phase)}>{`Review of ${year}`}</a>
        {`: ${phaseNames[phase]}${until}${left}`}{' '}
        {dismissed === null ? null : (
          <button type="button" className="linkish" onClick={dismiss}>
            Dismiss
          </button>
        )}
      </p>
      {timeline.length === 0 ? null : <More {...{ year, phase, timeline, lists }} />}
    </section>
  )
}

function More({ year, phase, timeline, lists }: Pick<Shown, 'year' | 'phase' | 'timeline' | 'lists'>) {
  return (
    <details>
      <summary className="linkish">Dates and candidates</summary>
      <ol>
        {timeline.map((one) => (
          <li key={one.phase} aria-current={one.phase === phase ? 'step' : undefined}>
            {`${phaseNames[one.phase]} from ${longDate(one.at)}`}
          </li>
        ))}
      </ol>
      {lists.map(({ word, posts }) => (
        <Fragment key={word}>
          <p>{word}</p>
          <ul>
            {posts.map(({ href, title }) => (
              <li key={href} dir="auto">
                <a href={href}>{title}</a>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      <p>
        {otherPages(year, phase).map(({ href, word }, at) => (
          <Fragment key={href}>
            {at === 0 ? null : ' · '}
            <a href={href}>{word}</a>
          </Fragment>
        ))}
      </p>
    </details>
  )
}

type Shown = PartProps<typeof loadRunningReview, 'front-top'>['page']

const mainPage = (year: number, phase: Shown['phase']): string =>
  phase === 'nominations' ? links.nominatePosts(year) : links.reviewVoting(year)

/** What else can be done in a phase. */
function otherPages(year: number, phase: Shown['phase']) {
  const ballot = { href: links.reviewVoting(year), word: phase === 'results' ? 'Your votes' : 'Vote' }
  const reviews = { href: links.reviews(year), word: 'Reviews' }
  if (phase === 'nominations') return [{ href: links.nominatePosts(year), word: 'Nominate' }, ballot, reviews]
  return phase === 'reviews' ? [{ href: links.quickReview(year), word: 'Write a review' }, ballot, reviews] : [ballot, reviews]
}

const leftWords = (leftMs: number): string => (leftMs <= 0 ? 'last day' : `${counted(Math.ceil(leftMs / dayMs), 'day')} left`)
