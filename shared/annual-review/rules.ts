import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import { canComment } from '../comments/rules.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { ownersOf } from '../wiki/access.ts'
import type { Candidacy, Plan } from './years.ts'
import { isAdmin } from '../kernel/viewer.ts'
import type { ReviewPlan } from './schema.ts'
import { areResultsPublic, isCandidate, isEligible, isReviewYear, isVotingPhase, memberBefore, phaseOf } from './years.ts'

export interface ReviewedPost {
  readonly post: Post
  readonly year: number
  /** What it has from everybody. */
  readonly candidacy: Candidacy
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
  const { post, year, candidacy, hasVoted, plan } = asked
  const takingPart = canTakePartInReview(viewer, asked, now)
  if (!takingPart.allowed || viewer.kind === 'visitor') return takingPart
  if (!isEligible(post, year, plan)) return deny('not-in-review')
  if (ownersOf(post).includes(viewer.userId)) return deny('own-review-vote')
  const phase = phaseOf(year, now, plan)
  const isNominated = phase === 'nominations' || (isVotingPhase(phase) && isCandidate(candidacy, phase))
  return isNominated || hasVoted ? allow : deny('not-nominated')
}

export interface NewReview extends Part {
  readonly post: Post
}

/**
 * Whether a member may write a review of a post for the review of a year: while votes are taken,
 * as a comment on the post. `joinedAt` 0: the server knows, and decides.
 */
export function canWriteReview(viewer: Viewer, { post, year, joinedAt, plan }: NewReview, now: number): Verdict {
  const open = canComment(viewer, post)
  if (!open.allowed || viewer.kind === 'visitor') return open
  const phase = phaseOf(year, now, plan)
  if (!isReviewYear(year, now, plan) || !isVotingPhase(phase)) return deny('review-is-closed')
  if (!isEligible(post, year, plan)) return deny('not-in-review')
  if (ownersOf(post).includes(viewer.userId)) return deny('own-review')
  return joinedAt < memberBefore(year, phase) ? allow : deny('review-needs-older-account')
}

/** Administrators. */
export function canManageReview(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isAdmin(viewer) ? allow : deny('admins-only')
}

interface Choice {
  readonly post: Post
  readonly year: number
  readonly plan: ReviewPlan | undefined
  /** The post stands in the results of the year. */
  readonly isRanked: boolean
}

/** Whether a post can be chosen for the gallery of its year: once everybody sees the results. */
export function canChooseWinner(viewer: Viewer, { post, year, plan, isRanked }: Choice, now: number): Verdict {
  const managing = canManageReview(viewer)
  if (!managing.allowed) return managing
  if (!areResultsPublic(year, now, plan)) return deny('results-not-public')
  return isRanked && isEligible(post, year, plan) ? allow : deny('not-in-results')
}
