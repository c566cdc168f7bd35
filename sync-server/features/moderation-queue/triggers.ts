import type { Mutation } from '#shared/kernel/mutation.ts'
import type { TriggerContext } from '#server/sync/triggers.ts'
import { comments } from '#shared/comments/schema.ts'
import { closeReports, closeReportsOn } from '#shared/content-reports/mutations.ts'
import { openReportsAbout, reportsOn } from '#shared/content-reports/queries.ts'
import type { Report } from '#shared/content-reports/schema.ts'
import { reports } from '#shared/content-reports/schema.ts'
import { authorize } from '#shared/kernel/errors.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { canDecide } from '#shared/moderation-queue/rules.ts'
import { reviewClaims } from '#shared/moderation-queue/schema.ts'
import { banMember, setRight } from '#shared/moderation/measure-mutations.ts'
import { purgeMember } from '#shared/moderation/purge-mutations.ts'
import { lower } from '#shared/moderation/record.ts'
import {
  approveContent,
  approveMember,
  approvePost,
  dequeueMember,
  flagMember,
  rejectComment,
  rejectPost,
  snoozeMember,
} from '#shared/moderation/review-mutations.ts'
import { posts } from '#shared/posts/schema.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

/** Of two moderators who have a member open, only the first may decide. */
async function requireClaim({ tx, viewer, now }: TriggerContext, userId: string): Promise<void> {
  authorize(canDecide(viewer, await tx.get(reviewClaims, userId), now))
}

type OfMember = { readonly userId: string }

const decides = <Args extends OfMember>(mutation: Mutation<Args>) =>
  defineTrigger(mutation, (context, { userId }) => requireClaim(context, userId))

/** The member is dealt with: reports about them have their answer, and nobody has them open. */
function settles<Args extends OfMember>(mutation: Mutation<Args>, state: 'acted' | 'dismissed') {
  return defineTrigger(mutation, async (context, { userId }) => {
    await requireClaim(context, userId)
    const { tx, now, viewer } = context
    const closing = { state, closedAt: now, closedById: viewer.kind === 'member' ? viewer.userId : null } as const
    await closeAllAbout(context, userId, closing)
    if ((await tx.get(reviewClaims, userId)) !== undefined) await tx.delete(reviewClaims, userId)
  })
}

async function closeAllAbout({ tx }: TriggerContext, userId: string, closing: Pick<Report, 'state' | 'closedAt' | 'closedById'>) {
  const piece = 200
  for (let found: readonly Report[] = []; ;) {
    found = await tx.list(openReportsAbout(userId, piece))
    for (const report of found) await tx.put(reports, { ...report, ...closing })
    if (found.length < piece) return
  }
}

type Judged = { readonly id: string; readonly reason?: unknown }

/**
 * A post or comment is judged, unless somebody else has its author open. Rejected, its reports have
 * their answer.
 */
function judges<Args extends Judged>(mutation: Mutation<Args>, authorOf: (tx: Transaction, id: string) => Promise<string>) {
  return defineTrigger(mutation, async (context, { id, reason = null }) => {
    await requireClaim(context, await authorOf(context.tx, id))
    const { tx, now, viewer } = context
    const closedById = viewer.kind === 'member' ? viewer.userId : null
    if (reason !== null) await closeReportsOn(tx, id, { state: 'acted', closedAt: now, closedById })
  })
}

const ofPost = async (tx: Transaction, id: string) => (await getOrThrow(tx, posts, id)).authorId
const ofComment = async (tx: Transaction, id: string) => (await getOrThrow(tx, comments, id)).authorId

/** With the last report about a member they are no longer in the queue for it. */
const leaveWithReports = defineTrigger(closeReports, async (context, { targetId }) => {
  const { tx } = context
  // All reports on one thing are about one member.
  const userId = (await tx.list(reportsOn(targetId, 1)))[0]?.memberId ?? null
  if (userId === null) return
  await requireClaim(context, userId)
  if ((await tx.list(openReportsAbout(userId, 1))).length === 0) await lower(context, userId, 'reported')
})

export const queueTriggers = [
  settles(approveMember, 'dismissed'),
  settles(approveContent, 'dismissed'),
  settles(snoozeMember, 'dismissed'),
  settles(dequeueMember, 'dismissed'),
  settles(banMember, 'acted'),
  settles(purgeMember, 'acted'),
  decides(setRight),
  decides(flagMember),
  judges(rejectPost, ofPost),
  judges(rejectComment, ofComment),
  judges(approvePost, ofPost),
  leaveWithReports,
]
