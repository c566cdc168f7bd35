import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { ownersOf } from '../wiki/access.ts'
import { isCandidate, isEligible, isReviewYear, isVotingPhase, memberBefore, phaseOf } from './years.ts'

export interface ReviewedPost {
  readonly post: Post
  readonly year: number
  /** Votes above neutral that it has from everybody. */
  readonly positiveCount: number
  /** The viewer has voted on it before: they may still change that. */
  readonly hasVoted: boolean
  /** When the viewer’s account was made. */
  readonly joinedAt: number
}

/** Whether a member may vote in the review of a year at all, now. */
export function canTakePartInReview(viewer: Viewer, { year, joinedAt }: Pick<ReviewedPost, 'year' | 'joinedAt'>, now: number): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.votingDisabled) return deny('voting-disabled')
  const phase = phaseOf(year, now)
  if (!isReviewYear(year, now) || !isVotingPhase(phase)) return deny('review-is-closed')
  return joinedAt < memberBefore(year, phase) ? allow : deny('review-needs-older-account')
}

/**
 * Whether a member may vote on a post in the review of a year, which nominates it while posts are
 * being nominated. That they can read it the caller asks.
 */
export function canReviewVote(viewer: Viewer, { post, year, positiveCount, hasVoted, joinedAt }: ReviewedPost, now: number): Verdict {
  const takingPart = canTakePartInReview(viewer, { year, joinedAt }, now)
  if (!takingPart.allowed || viewer.kind === 'visitor') return takingPart
  if (!isEligible(post, year)) return deny('not-in-review')
  if (ownersOf(post).includes(viewer.userId)) return deny('own-review-vote')
  const phase = phaseOf(year, now)
  const isNominated = phase === 'nominations' || (isVotingPhase(phase) && isCandidate(positiveCount, phase))
  return isNominated || hasVoted ? allow : deny('not-nominated')
}
