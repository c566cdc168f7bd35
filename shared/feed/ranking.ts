/** Scores and lists of posts (content.md 12.9). Pure figures; no storage, no clock. */
import { hourMs } from '../kernel/durations.ts'

export const rankingFigures = {
  frontpageBonus: 10,
  curatedBonus: 10,
  /**
   * For everybody who is signed out, so that the front page can be cached for all (decided in
   * first-landing 6).
   */
  exponent: 1.15,
  offsetHours: 6,
  /** The front page looks back so far. */
  windowDays: 90,
  /** Older posts keep their last score until somebody votes. */
  activeDays: 30,
  firstPage: 13,
  stickies: 4,
  /** Below this, all-posts leaves a post out unless asked. */
  lowKarma: -10,
} as const

export interface Rankable {
  readonly baseScore: number
  readonly publishedAt: number
  readonly isFrontpage: boolean
  readonly isCurated: boolean
}

/**
 * Time-decayed score; falls as `now` grows. Rounded to 6 places, so that equal inputs compare equal
 * everywhere.
 */
export function decayedScore(post: Rankable, now: number): number {
  const { frontpageBonus, curatedBonus, exponent, offsetHours } = rankingFigures
  const ageHours = Math.max(0, now - post.publishedAt) / hourMs
  const base = post.baseScore + (post.isFrontpage ? frontpageBonus : 0) + (post.isCurated ? curatedBonus : 0)
  return Math.round((base / (ageHours + offsetHours) ** exponent) * 1e6) / 1e6
}
