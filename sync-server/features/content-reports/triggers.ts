import type { Mutation } from '#shared/kernel/mutation.ts'
import { setCommentMark } from '#shared/comments/mark-mutations.ts'
import { removeComment } from '#shared/comments/mutations.ts'
import { closeReportsOn, sendReport } from '#shared/content-reports/mutations.ts'
import { reportedThing, reportsSince } from '#shared/content-reports/queries.ts'
import { authorOf } from '#shared/content-reports/rules.ts'
import { reportLimits, reports } from '#shared/content-reports/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { raise } from '#shared/moderation/record.ts'
import { archivePost, unpublishPost } from '#shared/posts/mutations.ts'
import { isCommon } from '#shared/wiki/access.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

/**
 * The thing must be there, which a device cannot always know; and nobody reports without end. What
 * is too much today waits in a device's queue.
 */
const completeReport = defineTrigger(sendReport, async (context, { id, targetKind, targetId }) => {
  const { tx, now } = context
  const report = await getOrThrow(tx, reports, id)
  if (report.memberId !== null) return
  const reported = await reportedThing(tx, targetKind, targetId)
  if (reported === undefined) throw new AppError('not-found')
  const earlier = (await tx.list(reportsSince(report.reporterId, now - reportLimits.withinMs + 1))).filter((one) => one.id !== id)
  const [oldest] = earlier
  if (earlier.length >= reportLimits.most && oldest !== undefined)
    throw new AppError('rate-limited', { retryAfterMs: oldest.createdAt + reportLimits.withinMs - now })
  const memberId = authorOf(reported)
  const postId = reported.post?.id ?? null
  await tx.put(reports, { ...report, postId, memberId })
  // A wiki page is nobody's own: its report brings no member into the queue.
  const isOfMember = reported.comment !== undefined || reported.post === undefined || !isCommon(reported.post)
  if (isOfMember) await raise(context, memberId, 'reported', { postId, commentId: reported.comment?.id ?? null })
})

/** What is gone needs nobody to look at it. */
function closesReports<Args extends { readonly id: string }>(mutation: Mutation<Args>, isGone: (args: Args) => boolean) {
  return defineTrigger(mutation, async ({ tx, now }, args) => {
    if (isGone(args)) await closeReportsOn(tx, args.id, { state: 'acted', closedAt: now, closedById: null })
  })
}

export const reportTriggers = [
  completeReport,
  closesReports(removeComment, () => true),
  closesReports(unpublishPost, () => true),
  closesReports(archivePost, () => true),
  closesReports(setCommentMark, ({ mark }) => mark.name === 'rejected' && mark.reason !== null),
]
