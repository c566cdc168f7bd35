/** What the votes on somebody's newest work tell the moderators (community.md 13.7). */
import type { ModeratorActionType } from './action-types.ts'
import { dayMs } from '../kernel/durations.ts'

export interface ReceivedWork {
  readonly kind: 'post' | 'comment'
  readonly at: number
  /** What all votes on it add up to, its author's own included. */
  readonly score: number
  readonly votesOfOthers: number
}

export interface KarmaAlert {
  readonly type: ModeratorActionType
  readonly detail: string
  /** The newest work that counted: told once, until something newer counts. */
  readonly newestAt: number
}

export const alertLimits = {
  negativeKarma: -5,
  negativeWorks: 5,
  lastWorks: 5,
  downvoted: 2,
  comments: 10,
  commentAverage: 1.5,
  posts: 5,
  postAverage: 5,
  weekMs: 7 * dayMs,
  monthMs: 30 * dayMs,
  /** Votes on what is older tell nothing of how somebody writes now. */
  oldMs: 183 * dayMs,
} as const

/** `works`: newest first. The newest of all is left out, since its votes have only begun. */
export function karmaAlerts(karma: number, works: readonly ReceivedWork[], now: number): readonly KarmaAlert[] {
  const counted = works.slice(1).filter(({ at }) => at > now - alertLimits.oldMs)
  const alerts: KarmaAlert[] = []
  const tell = (type: ModeratorActionType, detail: string, among: readonly ReceivedWork[], withinMs: number): void => {
    const [newest] = among
    if (newest !== undefined && newest.at > now - withinMs) alerts.push({ type, detail, newestAt: newest.at })
  }
  if (karma < alertLimits.negativeKarma && counted.length >= alertLimits.negativeWorks)
    tell('negativeUserKarmaAlert', `Karma of ${String(karma)}`, counted, alertLimits.monthMs)
  const last = counted.slice(0, alertLimits.lastWorks)
  const downvoted = last.filter(({ score, votesOfOthers }) => score <= 0 && votesOfOthers > 0)
  if (downvoted.length >= alertLimits.downvoted)
    tell(
      'recentlyDownvotedContentAlert',
      `${String(downvoted.length)} of the last ${String(last.length)} at 0 or below`,
      downvoted,
      alertLimits.weekMs,
    )
  for (const [type, kind, count, least] of [
    ['lowAverageKarmaCommentAlert', 'comment', alertLimits.comments, alertLimits.commentAverage],
    ['lowAverageKarmaPostAlert', 'post', alertLimits.posts, alertLimits.postAverage],
  ] as const) {
    const ofKind = counted.filter((work) => work.kind === kind).slice(0, count)
    const average = ofKind.reduce((sum, { score }) => sum + score, 0) / count
    // Without a vote of anybody else's nobody has said anything yet.
    const isVoted = ofKind.some(({ votesOfOthers }) => votesOfOthers > 0)
    if (ofKind.length === count && isVoted && average < least)
      tell(type, `Average of ${average.toFixed(1)} over ${String(count)} ${kind}s`, ofKind, alertLimits.weekMs)
  }
  return alerts
}
