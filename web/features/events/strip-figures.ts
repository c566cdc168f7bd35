import { dayMs } from '#shared/kernel/durations.ts'

/** On the front page: so many of the next weeks. */
export const stripFigures = { shown: 3, read: 12, aheadMs: 45 * dayMs } as const
