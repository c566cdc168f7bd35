import { dayMs, hourMs, minuteMs } from '#shared/kernel/durations.ts'
import { counted } from '../../../blocks/counts.ts'
import { useOutbox } from '../../../data/outbox.ts'
import { useNow } from '../../../ui/clock.ts'
import type { ReviewFrame } from '../review-lines.ts'

/** Which mutations of the queue are of the review of a year, in the words of the list. */
const kinds = { 'reviewVotes.set': 'vote', 'comments.postReview': 'review' } as const

/**
 * What this device has not sent yet of the review of a year, with the time that is left: votes and
 * reviews that arrive after the phase are refused.
 */
export function UnsentVotes({ frame: { year, lastDay, phase } }: { readonly frame: ReviewFrame }) {
  const { waiting } = useOutbox()
  const now = useNow()
  const count = (name: keyof typeof kinds): number =>
    waiting.filter((one) => one.name === name && one.pending !== null && one.pending.kind !== 'saving' && isOfYear(one.args, year)).length
  const parts = (['reviewVotes.set', 'comments.postReview'] as const).flatMap((name) =>
    count(name) === 0 ? [] : [counted(count(name), kinds[name])],
  )
  // What counts is the end of the last day that is named.
  const left = lastDay === null || now === null ? null : lastDay + dayMs - now
  return (
    <p role="status" className="review-unsent">
      {parts.length === 0 ? null : (
        <strong>
          {`Not sent yet: ${parts.join(' and ')}.`}
          {left === null ? null : left <= 0 ? ' This phase has ended.' : ` ${phaseWords[phase]} in ${leftWords(left)}.`}
        </strong>
      )}
    </p>
  )
}

const phaseWords: Readonly<Record<ReviewFrame['phase'], string>> = {
  ...{ nominations: 'Nominations end', reviews: 'This phase ends', voting: 'Voting ends' },
  ...{ unstarted: 'It begins', results: 'It ends', complete: 'It ends' },
}

function leftWords(ms: number): string {
  if (ms >= 2 * dayMs) return counted(Math.floor(ms / dayMs), 'day')
  if (ms >= 2 * hourMs) return counted(Math.floor(ms / hourMs), 'hour')
  return counted(Math.max(1, Math.floor(ms / minuteMs)), 'minute')
}

const isOfYear = (args: unknown, year: number): boolean => typeof args === 'object' && args !== null && 'year' in args && args.year === year
