import type { Post } from '../posts/schema.ts'
import { dayMs, hourMs } from '../kernel/durations.ts'
import { kindFacts } from '../posts/kinds.ts'
import { isListed } from '../posts/rules.ts'
import { reviewConfig } from './config.ts'
import type { Phase, StartedPhase, VotingPhase } from './phases.ts'
import { startedPhases } from './phases.ts'
import type { ReviewCandidate, ReviewPlan } from './schema.ts'

/** What is set for a year; `undefined`: nothing. */
export type Plan = Pick<ReviewPlan, 'phase' | 'starts' | 'excludedPostIds'> | undefined

/** The first moment of a year where this site is. */
export function yearStart(year: number): number {
  return midnight(year, 1, 1)
}

/** When a phase of the review of `year` begins. */
export function phaseStart(year: number, phase: StartedPhase, plan?: Plan): number {
  const [yearsLater, month, day] = reviewConfig.starts[phase]
  return plan?.starts[phase] ?? midnight(year + yearsLater, month, day)
}

export function phaseOf(year: number, now: number, plan: Plan): Phase {
  return plan?.phase ?? startedPhases.findLast((phase) => now >= phaseStart(year, phase, plan)) ?? 'unstarted'
}

/**
 * The latest year whose review has begun, be it over or not.
 * @param plans of all years that have one
 */
export function currentReviewYear(now: number, plans: readonly ReviewPlan[]): number {
  // No review begins in the first months of a year after the next: two years back has begun always.
  const calendarYear = new Date(now).getUTCFullYear()
  const years = new Set([calendarYear, calendarYear - 1, ...plans.map(({ year }) => year)])
  const begun = [...years].filter((year) =>
    isReviewYear(
      year,
      now,
      plans.find((plan) => plan.year === year),
    ),
  )
  return Math.max(calendarYear - 2, ...begun)
}

/** Whether a review of this year has been held here, or is. */
export function isReviewYear(year: number, now: number, plan: Plan): boolean {
  return Number.isInteger(year) && year >= reviewConfig.firstYear && phaseOf(year, now, plan) !== 'unstarted'
}

/** Whether administrators can plan its review: its posts are all there. */
export function canBePlanned(year: number, now: number): boolean {
  return Number.isInteger(year) && year >= reviewConfig.firstYear && now >= yearStart(year + 1)
}

/** Whether what has been counted is shown to everybody. */
export function areResultsPublic(year: number, now: number, plan: ReviewPlan | undefined): boolean {
  const phase = phaseOf(year, now, plan)
  return phase === 'complete' || (phase === 'results' && typeof plan?.publishedAt === 'number')
}

/** Whether the winners of a year are shown to everybody: by themselves they never are. */
export const isGalleryPublic = (year: number, now: number, plan: ReviewPlan | undefined): boolean =>
  areResultsPublic(year, now, plan) && typeof plan?.galleryAt === 'number'

/** In these phases votes are taken. */
export function isVotingPhase(phase: Phase): phase is VotingPhase {
  return phase === 'nominations' || phase === 'reviews' || phase === 'voting'
}

type Reviewable = Pick<Post, 'id' | 'kind' | 'holds' | 'status' | 'publishedAt' | 'awaitsReview' | 'rejectedReason' | 'isUnlisted'>

/** Whether a post can be reviewed among those of a year; by whom is another question. */
export function isEligible(post: Reviewable, year: number, plan: Plan): boolean {
  if (!isListed(post) || post.publishedAt === null) return false
  const facts = kindFacts(post)
  if (!facts.isListed || facts.isEvent || plan?.excludedPostIds.includes(post.id) === true) return false
  return post.publishedAt >= yearStart(year) && post.publishedAt < yearStart(year + 1)
}

/** By when an account must have been there to vote in this phase. */
export function memberBefore(year: number, phase: VotingPhase): number {
  return yearStart(phase === 'nominations' ? year : year + 1)
}

/** Whether its votes above neutral and its reviews keep a post among the candidates of a phase. */
export function isCandidate({ positiveCount, reviewCount = 0 }: Candidacy, phase: VotingPhase): boolean {
  return positiveCount >= reviewConfig.positiveVotes[phase] && reviewCount >= reviewConfig.reviews[phase]
}

export type Candidacy = Pick<ReviewCandidate, 'positiveCount' | 'reviewCount'>

/**
 * When the interim count that is the latest by now was due: a day before reviews are written, half
 * through that, and a day before the final vote. `null`: none yet.
 */
export function interimCountDue(year: number, now: number, plan: Plan): number | null {
  const [reviews, voting] = [phaseStart(year, 'reviews', plan), phaseStart(year, 'voting', plan)]
  const due = [reviews - dayMs, reviews + (voting - reviews) / 2, voting - dayMs].findLast((at) => at <= now)
  const phase = phaseOf(year, now, plan)
  // Administrators may have begun it before its day.
  return due ?? (phase === 'reviews' || phase === 'voting' ? phaseStart(year, 'nominations', plan) : null)
}

/** The phase by whose rule posts are candidates: once voting has ended, those that were in it. */
export const candidacyPhase = (phase: Phase): VotingPhase => (isVotingPhase(phase) ? phase : 'voting')

/** In whose review a post would be, by when it was published here. */
export const reviewYearOf = (publishedAt: number): number => new Date(publishedAt + reviewConfig.utcOffsetHours * hourMs).getUTCFullYear()

/** A day as it is typed, where the site is: `2027-01-21`. */
export const isReviewDay = (text: string): boolean =>
  /^2\d{3}-\d\d-\d\d$/u.test(text) && Number.isFinite(Date.parse(text)) && new Date(Date.parse(text)).toISOString().startsWith(text)

export const startOfReviewDay = (day: string): number => Date.parse(day) - reviewConfig.utcOffsetHours * hourMs

export const reviewDayOf = (at: number): string => new Date(at + reviewConfig.utcOffsetHours * hourMs).toISOString().slice(0, 10)

function midnight(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) - reviewConfig.utcOffsetHours * hourMs
}
