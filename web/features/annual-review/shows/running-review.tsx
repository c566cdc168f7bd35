import { useEffect, useState } from 'react'
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
 * Above the front page’s list while a review runs: a line, whose link has the rest. A page that is
 * one for all says the last day; how many are left its reader’s clock says. Dismissed for one
 * phase, in this browser.
 */
export default function RunningReview({ page: { year, phase, lastDay } }: PartProps<typeof loadRunningReview, 'front-top'>) {
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
    // A page carries no styles of its own: this one comes with the button, which stands beside the
    // lines, and not in the last of them, which it would push away from the one before.
    <section aria-label="Annual review" style={dismissed === null ? undefined : { display: 'flex', alignItems: 'baseline', gap: '1em' }}>
      <p>
        <a href={mainPage(year, phase)}>{`Review of ${year}`}</a>
        {`: ${phaseNames[phase]}${until}${left}`}
      </p>
      {dismissed === null ? null : (
        <button className="linkish" onClick={dismiss}>
          Dismiss
        </button>
      )}
    </section>
  )
}

type Shown = PartProps<typeof loadRunningReview, 'front-top'>['page']

const mainPage = (year: number, phase: Shown['phase']): string =>
  phase === 'nominations' ? links.nominatePosts(year) : links.reviewVoting(year)

const leftWords = (leftMs: number): string => (leftMs <= 0 ? 'last day' : `${counted(Math.ceil(leftMs / dayMs), 'day')} left`)
