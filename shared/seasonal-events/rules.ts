import { dayMs } from '../kernel/durations.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin } from '../kernel/viewer.ts'
import type { SeasonalEvent } from './schema.ts'

/** Administrators. */
export function canManageSeasonalEvents(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isAdmin(viewer) ? allow : deny('admins-only')
}

type Times = Pick<SeasonalEvent, 'startAt' | 'endAt'>

export function phaseAt({ startAt, endAt }: Times, now: number): SeasonalEvent['phase'] {
  if (now >= endAt) return 'over'
  return now >= startAt ? 'running' : 'planned'
}

/**
 * Members answer a poll while it runs. That they have not answered yet the caller asks.
 * @param joinedAt when the viewer’s account was made
 */
export function canAnswerSeasonal(
  viewer: Viewer,
  poll: Times & Pick<SeasonalEvent, 'kind' | 'minKarma' | 'minAccountDays'>,
  joinedAt: number,
  now: number,
): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.votingDisabled) return deny('voting-disabled')
  if (poll.kind !== 'poll' || phaseAt(poll, now) !== 'running') return deny('poll-is-closed')
  if (viewer.karma < poll.minKarma) return deny('answering-needs-karma')
  return now - joinedAt < poll.minAccountDays * dayMs ? deny('answering-needs-older-account') : allow
}

/** Whether somebody reads how often each option was chosen. By the phase as it was last derived. */
export function canReadSeasonalSums(viewer: Viewer, poll: Pick<SeasonalEvent, 'results' | 'phase'>): boolean {
  if (isAdmin(viewer) || poll.results === 'live') return true
  return poll.results === 'afterClose' && poll.phase === 'over'
}
