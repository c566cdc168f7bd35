import type { Axis, VoteKind, VotePattern, VoteValue } from './schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { hourMs } from '../kernel/durations.ts'

/** [karma at or above, weak, strong], content.md 12.1. */
export const votePowers: readonly (readonly [number, number, number])[] = [
  [500_000, 2, 16],
  [250_000, 2, 15],
  [175_000, 2, 14],
  [100_000, 2, 13],
  [75_000, 2, 12],
  [50_000, 2, 11],
  [25_000, 2, 10],
  [10_000, 2, 9],
  [5_000, 2, 8],
  [2_500, 2, 7],
  [1_000, 2, 6],
  [500, 1, 5],
  [250, 1, 4],
  [100, 1, 3],
  [10, 1, 2],
  [-Infinity, 1, 1],
]

/** From which karma on somebody's votes weigh what they weigh now. */
export const powerStep = (karma: number): number => stepAt(karma)?.[0] ?? -Infinity

const stepAt = (karma: number) => votePowers.find(([from]) => karma >= from)

/** Signed strength of a vote cast by somebody with this karma. */
export function votePower(karma: number, value: VoteValue): number {
  if (value === 0) return 0
  const step = stepAt(karma)
  const [weak, strong] = [step?.[1] ?? 1, step?.[2] ?? 1]
  return Math.sign(value) * (Math.abs(value) === 2 ? strong : weak)
}

/** Refusing limits of content.md 12.3, counted by the server; self-votes and admins are exempt. */
export const voteLimits = {
  perDay: 200,
  perHour: 100,
  perDayOnOneAuthor: 100,
  strongPerHour: 10,
  /** Strong votes on the comments of one post: 5 and 5 % of its comments. */
  strongOnOnePost: (commentCount: number) => Math.round(5 + 0.05 * commentCount),
} as const

/**
 * What shows in votes on one author, content.md 12.3: counted are things voted on, so that a
 * changed vote is no second one. Self-votes and admins are exempt.
 */
export const votePatternLimits = {
  /** The voter is told, and moderators have a record. */
  manyVotes: { count: 10, withinMs: 3 * 60_000 },
  /** Moderators alone learn of it. */
  manyDownVotes: { count: 9, withinMs: 2 * 60_000 },
  /** Between two warnings of one voter, and between two records of one pattern. */
  pauseMs: hourMs,
} as const

/** Staff, but nobody what was noted about themselves. */
export function canSeeVotePattern(viewer: Viewer, { voterId }: Pick<VotePattern, 'voterId'>): Verdict {
  return isStaff(viewer) && !isSelf(viewer, voterId) ? allow : deny('staff-only')
}

/**
 * Members vote on what they can read (checked by the caller). On one's own comment neither strongly
 * nor on agreement; on one's own post not on agreement. A page that is everybody's is liked, or
 * not; a version of it is voted on like a comment, by approval alone.
 */
export function canVote(
  viewer: Viewer,
  target: { readonly kind: VoteKind; readonly isOwn: boolean; readonly isCommon?: boolean },
  axis: Axis,
  value: VoteValue,
): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.votingDisabled) return deny('voting-disabled')
  if (target.isCommon === true) return axis === 'approval' && (value === 0 || value === 1) ? allow : deny('likes-only')
  if (target.kind === 'revision' && axis === 'agreement') return deny('approval-only')
  if (!target.isOwn) return allow
  if (axis === 'agreement') return deny('own-agreement-vote')
  return target.kind !== 'post' && Math.abs(value) === 2 ? deny('own-strong-vote') : allow
}
