export const spotlightLimits = {
  /** Drafts, and those that were taken away, included. */
  spotlights: 1_000,
  title: 200,
  words: 2_000,
  days: 90,
  /** Unless the moderators say otherwise. */
  usualDays: 3,
} as const
