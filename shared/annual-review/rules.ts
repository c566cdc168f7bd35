import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { ownersOf } from '../wiki/access.ts'
import type { Plan } from './years.ts'
import { isAdmin } from '../kernel/viewer.ts'
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
  /** Of the year. */
  readonly plan: Plan
}

type Part = Pick<ReviewedPost, 'year' | 'joinedAt' | 'plan'>

/** Whether a member may vote in the review of a year at all, now. */
export function canTakePartInReview(viewer: Viewer, { year, joinedAt, plan }: Part, now: number): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.votingDisabled) return deny('voting-disabled')
  const phase = phaseOf(year, now, plan)
  if (!isReviewYear(year, now, plan) || !isVotingPhase(phase)) return deny('review-is-closed')
  return joinedAt < memberBefore(year, phase) ? allow : deny('review-needs-older-account')
}

/**
 * Whether a member may vote on a post in the review of a year, which nominates it while posts are
 * being nominated. That they can read it the caller asks.
 */
export function canReviewVote(viewer: Viewer, asked: ReviewedPost, now: number): Verdict {
  const { post, year, positiveCount, hasVoted, plan } = asked
  const takingPart = canTakePartInReview(viewer, asked, now)
  if (!takingPart.allowed || viewer.kind === 'visitor') return takingPart
  if (!isEligible(post, year, plan)) return deny('not-in-review')
  if (ownersOf(post).includes(viewer.userId)) return deny('own-review-vote')
  const phase = phaseOf(year, now, plan)
  const isNominated = phase === 'nominations' || (isVotingPhase(phase) && isCandidate(positiveCount, phase))
  return isNominated || hasVoted ? allow : deny('not-nominated')
}

/** Administrators. */
export function canManageReview(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isAdmin(viewer) ? allow : deny('admins-only')
}
