import * as z from 'zod/mini'
import { Id, prose, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { dayMs } from '../kernel/durations.ts'

export const reportLimits = {
  message: 2_000,
  /** Reports by one member within `withinMs`. */
  most: 10,
  withinMs: dayMs,
  /** Own reports listed on a page. */
  listed: 200,
} as const

/** A wiki page is a post. A picture is reported with the post or comment that shows it. */
export const reportTargets = ['post', 'comment', 'member', 'message'] as const
export const ReportTarget = z.enum(reportTargets)
export type ReportTarget = z.infer<typeof ReportTarget>

export const reportReasons = ['spam', 'abuse', 'privacy', 'picture', 'norms', 'other'] as const
export const ReportReason = z.enum(reportReasons)
export type ReportReason = z.infer<typeof ReportReason>

export const ReportMessage = prose(reportLimits.message)

/**
 * A member asks the staff to look at something. `acted`: the staff did something about it;
 * `dismissed`: they looked and left it. Written by its reporter; closed by staff, or with what it
 * is about.
 */
export const Report = z.object({
  id: Id,
  reporterId: Id,
  targetKind: ReportTarget,
  targetId: Id,
  /** Where a reported comment stands; of a post, itself. */
  postId: z.nullable(Id),
  /** Who wrote it; `null` until the server has looked. */
  memberId: z.nullable(Id),
  reason: ReportReason,
  message: z.string(),
  createdAt: Time,
  state: z.enum(['open', 'acted', 'dismissed']),
  closedAt: z.nullable(Time),
  /** For the staff alone; `null` also where closing followed from something else. */
  closedById: z.nullable(Id),
})
export type Report = z.infer<typeof Report>

export const reports = defineTable({
  name: 'reports',
  row: Report,
  indexes: [
    ['reporterId', 'createdAt'],
    ['reporterId', 'targetId', 'state'],
    ['state', 'createdAt'],
    ['targetId', 'state', 'createdAt'],
    ['memberId', 'state', 'createdAt'],
  ],
  // The policy lets the staff read it too; devices follow their own member's only.
  visibility: { scope: (report) => `user:${report.reporterId}`, shape: (report) => `me:${report.reporterId}` },
})
