import type { Poll } from '#shared/polls/rules.ts'
import { isPollClosed } from '#shared/polls/rules.ts'
import { counted } from '../counts.ts'
import { exactTime } from '../../ui/time-words.ts'

/** "12 voted · more than one may be chosen · open until 1 June 2026 at 12:30". */
export function pollWords({ closesAt, isMultiple }: Poll, voterCount: number | null, now: number, zone: 'UTC' | 'own' = 'own'): string {
  const when = closesAt === null ? null : exactTime(closesAt, zone)
  return [
    voterCount === null ? null : `${counted(voterCount, 'member', 'members')} voted`,
    isMultiple ? 'choose one or more' : null,
    when === null ? null : `${isPollClosed({ closesAt }, now) ? 'closed' : 'open until'} ${when}`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/** Why no counts are shown. */
export function hiddenWords({ resultsVisible }: Poll): string {
  return resultsVisible === 'afterVoting' ? 'Vote to see the results.' : 'Results appear when the poll closes.'
}

/** "3 (25%)": of those who voted. */
export function shareWords(count: number, voterCount: number): string {
  return voterCount === 0 ? '0' : `${count} (${Math.round((100 * count) / voterCount)}%)`
}
