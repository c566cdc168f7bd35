import { dayMs, minuteMs } from '../kernel/durations.ts'

export const curationFigures = {
  /** Mails leave this long after a post was curated, so that a mistake can be undone before. */
  mailAfterMs: 20 * minuteMs,
  /** How many a week are aimed at. */
  perWeek: { least: 2, most: 3 },
  /** Suggestions and posts that are as old are no candidates any more. */
  withinMs: 60 * dayMs,
  /** So many stand in the list. */
  candidates: 50,
  /** A front-page post with as much karma is a candidate without being suggested. */
  leastKarma: 10,
  /** With as many suggestions a post comes first. */
  suggestions: 2,
  /** Of one post: more say nothing new. */
  maxSuggestions: 50,
  notices: 50,
} as const
