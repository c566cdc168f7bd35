import * as z from 'zod/mini'
import type { Transaction } from '../kernel/transaction.ts'
import type { FeedbackMessage } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { reportLimits } from './limits.ts'
import { canSeeReports } from './rules.ts'
import { errorGroups, feedbackMessages, feedbackScreenshots } from './schema.ts'

const ReportId = z.string().check(z.regex(/^[0-9a-f]{32}$/u))

/** Sets whether a group of errors is dealt with. One that happens again opens by itself. */
export const resolveError = defineMutation({
  name: 'reports.resolveError',
  args: z.strictObject({ id: ReportId, isResolved: z.boolean() }),
  async run({ tx, viewer, now }, { id, isResolved }) {
    authorize(canSeeReports(viewer))
    const group = await getOrThrow(tx, errorGroups, id)
    if ((group.state === 'resolved') === isResolved) return
    await tx.put(errorGroups, { ...group, state: isResolved ? 'resolved' : 'open', resolvedAt: isResolved ? now : null })
  },
})

/** Sets whether a message is dealt with. */
export const settleFeedback = defineMutation({
  name: 'reports.settleFeedback',
  args: z.strictObject({ id: ReportId, isDone: z.boolean() }),
  async run({ tx, viewer, now }, { id, isDone }) {
    authorize(canSeeReports(viewer))
    const message = await getOrThrow(tx, feedbackMessages, id)
    if ((message.state === 'done') === isDone) return
    await tx.put(feedbackMessages, { ...message, state: isDone ? 'done' : 'open', doneAt: isDone ? now : null })
  },
})

/** Says that the viewer sees to a message, or that nobody does. Another's may be taken over. */
export const assignFeedback = defineMutation({
  name: 'reports.assignFeedback',
  args: z.strictObject({ id: ReportId, isMine: z.boolean() }),
  async run({ tx, viewer }, { id, isMine }) {
    authorize(canSeeReports(viewer))
    const { userId } = signedIn(viewer)
    const message = await getOrThrow(tx, feedbackMessages, id)
    await tx.put(feedbackMessages, { ...message, assigneeId: isMine ? userId : null })
  },
})

/** For good: nothing of the picture is left. */
export const deleteScreenshot = defineMutation({
  name: 'reports.deleteScreenshot',
  args: z.strictObject({ id: ReportId }),
  async run({ tx, viewer }, { id }) {
    authorize(canSeeReports(viewer))
    await dropScreenshot(tx, await getOrThrow(tx, feedbackMessages, id))
  },
})

/**
 * Notes an answer, which is then mailed. `n` answers were there when it was written, so that nobody
 * answers twice by mistake: the same text again changes nothing. @throws AppError 'conflict' when
 * another answer came first.
 */
export const noteAnswer = defineMutation({
  name: 'reports.noteAnswer',
  args: z.strictObject({
    id: ReportId,
    n: z.number().check(z.int(), z.nonnegative()),
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(reportLimits.answerCharacters)),
  }),
  async run({ tx, viewer, now }, { id, n, text }) {
    authorize(canSeeReports(viewer))
    const { userId } = signedIn(viewer)
    const message = await getOrThrow(tx, feedbackMessages, id)
    if (message.answers[n]?.text === text) return
    if (message.answers.length !== n) throw new AppError('conflict', { field: 'text' })
    await tx.put(feedbackMessages, { ...message, answers: [...message.answers, { at: now, byId: userId, text }] })
  },
})

export async function dropScreenshot(tx: Transaction, message: FeedbackMessage): Promise<void> {
  await tx.delete(feedbackScreenshots, message.id)
  if (message.screenshot === 'kept') await tx.put(feedbackMessages, { ...message, screenshot: 'deleted' })
}
