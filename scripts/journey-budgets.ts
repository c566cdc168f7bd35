/** What journeys may cost, in CPU seconds of their servers and browsers on two cores (docs/testing.md). */

/** A file, and all of them. */
export const journeyBudget = { file: 15, all: 600 }

/**
 * Over the budget when it was first measured (2026-11-27, a quiet machine: 1,035 in all), each with a quarter of room for a busy one.
 * The list only gets shorter, and its figures smaller.
 */
export const overBudget = {
  all: 1_300,
  files: {
    'web/e2e/a11y-kept.e2e.ts': 18,
    'web/e2e/a11y-reading.e2e.ts': 24,
    'web/e2e/comfort-text.e2e.ts': 27,
    'web/e2e/device-clock.e2e.ts': 32,
    'web/e2e/device-drafts.e2e.ts': 18,
    'web/e2e/device-links.e2e.ts': 31,
    'web/e2e/device-live.e2e.ts': 25,
    'web/e2e/device-refused.e2e.ts': 29,
    'web/e2e/device-sign-out.e2e.ts': 28,
    'web/e2e/device-storage.e2e.ts': 37,
    'web/e2e/device-walk.e2e.ts': 27,
    'web/e2e/device-worker.e2e.ts': 36,
    'web/e2e/editor-nodes.e2e.ts': 31,
    'web/e2e/exchange.e2e.ts': 18,
    'web/e2e/feedback-screenshot.e2e.ts': 20,
    'web/e2e/first-moments.e2e.ts': 19,
    'web/e2e/history.e2e.ts': 34,
    'web/e2e/lasting-walk.e2e.ts': 22,
    'web/e2e/notifications.e2e.ts': 24,
    'web/e2e/pictures.e2e.ts': 32,
    'web/e2e/questions.e2e.ts': 21,
    'web/e2e/reactions.e2e.ts': 26,
    'web/e2e/reading-place.e2e.ts': 17,
    'web/e2e/several-nodes.e2e.ts': 41,
    'web/e2e/sharing.e2e.ts': 38,
    'web/e2e/stability.e2e.ts': 18,
    'web/e2e/suggestions.e2e.ts': 25,
    'web/e2e/typed-text.e2e.ts': 28,
    'web/e2e/vote-patterns.e2e.ts': 19,
    'web/e2e/walk.e2e.ts': 20,
    'web/e2e/wiki.e2e.ts': 25,
    'web/e2e/writing-kill.e2e.ts': 21,
    'web/e2e/writing-publish.e2e.ts': 26,
    'web/e2e/writing-together.e2e.ts': 19,
    'web/e2e/writing-train.e2e.ts': 20,
    'web/e2e/reading-comfort.e2e.ts': 30,
  } as Readonly<Record<string, number>>,
}
