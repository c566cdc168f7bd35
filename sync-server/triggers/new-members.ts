/** What is asked of members who are new, before their work reaches others. */
import type { TriggerSettings } from '#server/features/define-server-domain.ts'
import type { TriggerContext } from '#server/sync/triggers.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { karmaStatsOf } from '#shared/accounts/queries.ts'
import { isStaffOrOperator, visitor } from '#shared/kernel/viewer.ts'
import type { NewWork } from '#shared/moderation/new-members.ts'
import { waitsForReview } from '#shared/moderation/new-members.ts'
import { reviewOf } from '#shared/moderation/measure-queries.ts'
import { raise } from '#shared/moderation/record.ts'

export type NewMemberSettings = Pick<TriggerSettings, 'reviewNewMembers' | 'hasMail'>

/**
 * When a device asks again whether the address was confirmed: what waits goes out soon after, and
 * the server is not asked all the time.
 */
const askAgainMs = 60_000

/**
 * Others see texts of members who have confirmed their address, where mails can be sent.
 * @throws AppError 'rate-limited': devices keep it in their queue until then.
 */
export function requireConfirmedEmail(author: MemberViewer, { hasMail }: NewMemberSettings): void {
  if (!hasMail || author.hasConfirmedEmail || isStaffOrOperator(author)) return
  throw new AppError('rate-limited', { reason: 'email-not-confirmed', retryAfterMs: askAgainMs })
}

/**
 * What is published by somebody who was not let in yet brings them before the moderators, whether
 * or not it waits; so does what ends a snooze, which never waits.
 * @returns whether it waits.
 */
export async function holdsBack(
  context: TriggerContext,
  author: MemberViewer,
  { reviewNewMembers }: NewMemberSettings,
  work: { readonly what: NewWork; readonly postId: string | null; readonly commentId?: string },
): Promise<boolean> {
  if (isStaffOrOperator(author)) return false
  const { what, postId, commentId = null } = work
  const { postCount, commentCount } = await karmaStatsOf(context.tx, author.userId)
  if (author.isApproved) {
    const { snoozedUntilCount } = await reviewOf(context.tx, author.userId)
    // With this one, which is not counted yet. A sequence is no contribution by itself.
    const isOver = snoozedUntilCount !== null && postId !== null && postCount + commentCount + 1 >= snoozedUntilCount
    if (isOver) await noticed(context, author.userId, 'snoozeExpired', { postId, commentId })
    return false
  }
  const type =
    what === 'post'
      ? postCount === 0
        ? 'unreviewedFirstPost'
        : 'unreviewedPost'
      : commentCount === 0
        ? 'unreviewedFirstComment'
        : 'unreviewedComment'
  await noticed(context, author.userId, type, { postId, commentId })
  return waitsForReview(author, reviewNewMembers, what)
}

/** By the server itself, not by the viewer who has just acted. */
export async function noticed(context: TriggerContext, ...what: Parameters<typeof raise> extends [unknown, ...infer Rest] ? Rest : never) {
  await raise({ ...context, viewer: visitor }, ...what)
}
