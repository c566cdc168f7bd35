import * as z from 'zod/mini'
import type { Transaction } from '../kernel/transaction.ts'
import type { Report } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { openReportBy, openReportsOn, reportedThing } from './queries.ts'
import { canHandleReports, canReport } from './rules.ts'
import { ReportMessage, ReportReason, reports, ReportTarget } from './schema.ts'

/**
 * Reports a thing, also offline. What a device cannot know the server adds and checks
 * (`sync-server/features/content-reports/triggers.ts`).
 */
export const sendReport = defineMutation({
  name: 'contentReports.send',
  runs: 'device',
  args: z.strictObject({ id: Id, targetKind: ReportTarget, targetId: Id, reason: ReportReason, message: ReportMessage }),
  makes: ({ id }) => id,
  async run({ tx, viewer, now }, { id, targetKind, targetId, reason, message }) {
    const reporterId = signedIn(viewer).userId
    const before = await tx.get(reports, id)
    if (before !== undefined) {
      if (before.reporterId !== reporterId) throw new AppError('taken', { field: 'id' })
      return
    }
    authorize(canReport(viewer, await reportedThing(tx, targetKind, targetId)))
    if (reason === 'other' && message === '') throw new AppError('invalid', { field: 'message' })
    if ((await tx.list(openReportBy(reporterId, targetId))).length > 0) throw new AppError('taken', { field: 'report' })
    await tx.put(reports, {
      ...{ id, reporterId, targetKind, targetId, postId: null, memberId: null, reason, message, createdAt: now },
      ...{ state: 'open', closedAt: null, closedById: null },
    })
  },
})

/** Closes every open report on one thing. */
export const closeReports = defineMutation({
  name: 'contentReports.close',
  args: z.strictObject({ targetId: Id, state: z.enum(['acted', 'dismissed']) }),
  async run({ tx, viewer, now }, { targetId, state }) {
    authorize(canHandleReports(viewer))
    await closeReportsOn(tx, targetId, { state, closedAt: now, closedById: signedIn(viewer).userId })
  },
})

/** Those on one thing are closed together. Safe to repeat: closed ones stay as they are. */
export async function closeReportsOn(
  tx: Transaction,
  targetId: string,
  closing: Pick<Report, 'state' | 'closedAt' | 'closedById'>,
): Promise<void> {
  const piece = 200
  for (let found: readonly Report[] = []; ;) {
    found = await tx.list(openReportsOn(targetId, piece))
    for (const report of found) await tx.put(reports, { ...report, ...closing })
    if (found.length < piece) return
  }
}
