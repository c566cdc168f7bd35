/**
 * What the server keeps of error reports and feedback when they are not passed on. For
 * administrators only; nothing of it goes to devices.
 */
import * as z from 'zod/mini'
import { Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

const kept = { visibility: { scope: () => 'server' }, journal: false } as const

/**
 * Errors that are one fault, as far as can be told; id = hash of what they share
 * (sync-server/features/reports/grouping.ts).
 */
export const ErrorGroup = z.object({
  id: z.string(),
  title: z.string(),
  /** Function and file where it happened; empty when that is not known. */
  culprit: z.string(),
  platform: z.enum(['browser', 'server']),
  state: z.enum(['open', 'resolved']),
  resolvedAt: z.nullable(Time),
  /** All that came, also those whose events are not kept any more. */
  count: z.number(),
  firstSeenAt: Time,
  lastSeenAt: Time,
  /** Of the newest event; empty when it does not say. */
  release: z.string(),
  route: z.string(),
  browser: z.string(),
  lastEventId: z.string(),
  /** Days since 1970 with their counts, oldest first; the last 14 at most. */
  days: z.array(z.tuple([z.number(), z.number()])),
})
export type ErrorGroup = z.infer<typeof ErrorGroup>

export const errorGroups = defineTable({
  name: 'error_groups',
  row: ErrorGroup,
  indexes: [['state', 'lastSeenAt'], ['state', 'firstSeenAt'], ['state', 'count'], ['lastSeenAt']],
  ...kept,
})

export const StackFrame = z.object({
  /** In the sources where a source map was there, else as it was reported. */
  file: z.string(),
  fn: z.string(),
  /** From 1; `null` when unknown. */
  line: z.nullable(z.number()),
  column: z.nullable(z.number()),
  /** Our own code, not a library's. */
  isOurs: z.boolean(),
  /** Source lines around `line`; empty when there was no map. */
  before: z.array(z.string()),
  code: z.nullable(z.string()),
  after: z.array(z.string()),
})
export type StackFrame = z.infer<typeof StackFrame>

export const ErrorEvent = z.object({
  /** The event id of the report. */
  id: z.string(),
  groupId: z.string(),
  /** When it came; `happenedAt` is the reporting device's word. */
  at: Time,
  happenedAt: Time,
  /** What the reader was shown of an error of the server. */
  digest: z.nullable(z.string()),
  level: z.string(),
  release: z.string(),
  route: z.string(),
  /** Without query and fragment. */
  url: z.string(),
  browser: z.string(),
  /** The outermost first, then what caused it. */
  exceptions: z.array(
    z.object({
      type: z.string(),
      message: z.string(),
      isHandled: z.nullable(z.boolean()),
      /** Where it was thrown first. */ frames: z.array(StackFrame),
    }),
  ),
  /** Oldest first. */
  breadcrumbs: z.array(
    z.object({ at: z.nullable(Time), category: z.string(), level: z.string(), message: z.string(), /** JSON, cut. */ data: z.string() }),
  ),
  tags: z.array(z.tuple([z.string(), z.string()])),
  /** The last evaluations, oldest first. */
  flags: z.array(z.tuple([z.string(), z.boolean()])),
})
export type ErrorEvent = z.infer<typeof ErrorEvent>

export const errorEvents = defineTable({
  name: 'error_events',
  row: ErrorEvent,
  indexes: [['groupId', 'at'], ['at'], ['digest']],
  ...kept,
})

/** All errors of a day; id = the day's number. Outlives the groups. */
export const ErrorDay = z.object({ id: z.string(), count: z.number() })
export type ErrorDay = z.infer<typeof ErrorDay>

export const errorDays = defineTable({ name: 'error_days', row: ErrorDay, ...kept })

export const FeedbackMessage = z.object({
  /** The event id of the report. */
  id: z.string(),
  at: Time,
  name: z.string(),
  /** As it was typed: perhaps no address at all. */
  email: z.string(),
  message: z.string(),
  state: z.enum(['open', 'done']),
  doneAt: z.nullable(Time),
  /** The administrator who sees to it. */
  assigneeId: z.nullable(z.string()),
  /** `left-out`: there were too many. */
  screenshot: z.enum(['none', 'kept', 'deleted', 'left-out']),
  release: z.string(),
  url: z.string(),
  browser: z.string(),
  tags: z.array(z.tuple([z.string(), z.string()])),
  /** The error it is about; its event may be gone, or may still be on its way. */
  errorEventId: z.nullable(z.string()),
  answers: z.array(z.object({ at: Time, byId: z.string(), text: z.string() })),
})
export type FeedbackMessage = z.infer<typeof FeedbackMessage>

export const feedbackMessages = defineTable({
  name: 'feedback_messages',
  row: FeedbackMessage,
  indexes: [
    ['state', 'at'],
    ['screenshot', 'state', 'at'],
  ],
  ...kept,
})

/** A checked PNG; id = the message's. */
export const FeedbackScreenshot = z.object({ id: z.string(), width: z.number(), height: z.number(), /** Base64. */ bytes: z.string() })
export type FeedbackScreenshot = z.infer<typeof FeedbackScreenshot>

export const feedbackScreenshots = defineTable({
  name: 'feedback_screenshots',
  row: FeedbackScreenshot,
  visibility: serverOnly,
  journal: false,
})
