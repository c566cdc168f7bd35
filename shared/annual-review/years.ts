import type { Post } from '../posts/schema.ts'
import { hourMs } from '../kernel/durations.ts'
import { kindFacts } from '../posts/kinds.ts'

/**
 * The annual review as this site holds it: in the winter after the year that follows, members say
 * which posts of a year still matter to them.
 */
export const reviewConfig = {
  /** The first year that was ever reviewed here. */
  firstYear: 2018,
  /** Days and years begin at midnight here: eight hours behind UTC, all the year. */
  utcOffsetHours: -8,
  /** In their order: years after the one reviewed, month, day. A phase lasts until the next. */
  starts: {
    nominations: [1, 12, 1],
    reviews: [1, 12, 16],
    voting: [2, 1, 21],
    results: [2, 2, 6],
    complete: [2, 2, 10],
  },
  /** Votes above neutral that a post needs to be a candidate. */
  positiveVotes: { nominations: 1, reviews: 2, voting: 2 },
  /** What a member may spend before all their votes weaken. */
  budget: 500,
  /** Posts that are not to be reviewed, by id. */
  excludedPostIds: [] as readonly string[],
} as const

export const phases = ['unstarted', 'nominations', 'reviews', 'voting', 'results', 'complete'] as const
export type Phase = (typeof phases)[number]
export type VotingPhase = 'nominations' | 'reviews' | 'voting'

/** The first moment of a year where this site is. */
export function yearStart(year: number): number {
  return midnight(year, 1, 1)
}

/** When a phase of the review of `year` begins. */
export function phaseStart(year: number, phase: Exclude<Phase, 'unstarted'>): number {
  const [yearsLater, month, day] = reviewConfig.starts[phase]
  return midnight(year + yearsLater, month, day)
}

export function phaseOf(year: number, now: number): Phase {
  if (year < currentReviewYear(now)) return 'complete'
  return started.findLast((phase) => now >= phaseStart(year, phase)) ?? 'unstarted'
}

/** The latest year whose review has begun, be it over or not. */
export function currentReviewYear(now: number): number {
  // No review begins in the first months of a year after the next: two years back has begun always.
  const calendarYear = new Date(now).getUTCFullYear()
  return [calendarYear, calendarYear - 1].find((year) => now >= phaseStart(year, 'nominations')) ?? calendarYear - 2
}

/** Whether a review of this year has been held here, or is. */
export function isReviewYear(year: number, now: number): boolean {
  return Number.isInteger(year) && year >= reviewConfig.firstYear && year <= currentReviewYear(now)
}

/** In these phases votes are taken. */
export function isVotingPhase(phase: Phase): phase is VotingPhase {
  return phase === 'nominations' || phase === 'reviews' || phase === 'voting'
}

/** Whether a post can be reviewed among those of a year; by whom is another question. */
export function isEligible(post: Pick<Post, 'id' | 'kind' | 'holds' | 'status' | 'publishedAt' | 'awaitsReview'>, year: number): boolean {
  if (post.status !== 'published' || post.awaitsReview || post.publishedAt === null) return false
  const { isListed, isEvent } = kindFacts(post)
  if (!isListed || isEvent || reviewConfig.excludedPostIds.includes(post.id)) return false
  return post.publishedAt >= yearStart(year) && post.publishedAt < yearStart(year + 1)
}

/** By when an account must have been there to vote in this phase. */
export function memberBefore(year: number, phase: VotingPhase): number {
  return yearStart(phase === 'nominations' ? year : year + 1)
}

/** Whether so many votes above neutral keep a post among the candidates of a phase. */
export function isCandidate(positiveVotes: number, phase: VotingPhase): boolean {
  return positiveVotes >= reviewConfig.positiveVotes[phase]
}

const started = phases.filter((phase) => phase !== 'unstarted')

function midnight(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) - reviewConfig.utcOffsetHours * hourMs
}
