/** What every measure leaves behind: an action of the member's, a line in their notes, the log. */
import type { MutationContext } from '../kernel/mutation.ts'
import type { Transaction } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { ModeratorActionType } from './action-types.ts'
import type { AuditEntry, MemberReview, ModeratorAction } from './measure-schema.ts'
import { members } from '../accounts/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { actionFacts, groupOf } from './action-types.ts'
import { actionsOn, activeAction, isActive, reviewOf } from './measure-queries.ts'
import { auditLog, measureLimits, memberReviews, moderatorActions } from './measure-schema.ts'

type Context = Pick<MutationContext, 'tx' | 'viewer' | 'now'>

const idOfViewer = (viewer: Viewer): string | null => (viewer.kind === 'member' ? viewer.userId : null)

/** Adds to the log. Nothing in it is ever changed or taken away. */
export async function noteAudit(
  { tx, viewer, now }: Context,
  act: string,
  about: Partial<Pick<AuditEntry, 'userId' | 'targetId' | 'details'>>,
): Promise<void> {
  const { userId = null, targetId = userId, details = {} } = about
  const byId = idOfViewer(viewer)
  let id = `${now.toString(36).padStart(9, '0')}:${byId ?? ''}:${act}:${targetId ?? ''}`
  while ((await tx.get(auditLog, id)) !== undefined) id += '+'
  await tx.put(auditLog, { id, at: now, byId, act, userId, targetId, details })
}

/** `detail`: in words for the staff; `isQuiet`: the notes say nothing of it. */
type More = Partial<Pick<ModeratorAction, 'endedAt' | 'postId' | 'commentId' | 'detail'>>

export async function noteAction({ tx, viewer, now }: Context, userId: string, type: ModeratorActionType, more: More = {}): Promise<void> {
  const action = { endedAt: null, postId: null, commentId: null, detail: '', ...more }
  const about = action.commentId ?? action.postId ?? ''
  await tx.put(moderatorActions, { id: `${userId}:${type}:${now}:${about}`, userId, type, byId: idOfViewer(viewer), at: now, ...action })
}

interface Decision {
  /** The name of the mutation. */
  readonly act: string
  readonly type: ModeratorActionType
  readonly more?: More
  readonly details?: AuditEntry['details']
  /**
   * The newest decision that its sender saw. @throws AppError 'conflict' where there is a newer
   * one.
   */
  readonly seen?: number | undefined
  change?(review: MemberReview): Partial<MemberReview>
}

/** A measure of the staff's: written to the member's actions, their notes and the log. */
export async function decide(context: Context, userId: string, decision: Decision): Promise<void> {
  const { tx, now } = context
  const { act, type, more = {}, details = {}, change } = decision
  const review = await reviewOf(tx, userId)
  requireSeen(review, decision.seen)
  await noteAction(context, userId, type, more)
  await noteAudit(context, act, { userId, targetId: more.commentId ?? more.postId ?? userId, details })
  const notes = withLine(review.notes, await lineOf(context, type, more.detail ?? ''))
  const next = { ...review, notes, decidedAt: now }
  await tx.put(memberReviews, { ...next, ...change?.(next) })
}

/** @throws AppError 'conflict' where somebody has decided since. */
export function requireSeen({ decidedAt }: Pick<MemberReview, 'decidedAt'>, seen: number | undefined): void {
  if (seen !== undefined && (decidedAt ?? 0) > seen) throw new AppError('conflict', { field: 'seen' })
}

async function lineOf({ tx, viewer, now }: Context, type: ModeratorActionType, detail: string): Promise<string> {
  const byId = idOfViewer(viewer)
  const name = byId === null ? 'The server' : ((await tx.get(members, byId))?.displayName ?? 'Somebody')
  return `${dayOf(now)} ${name}: ${actionFacts(type).label}${detail === '' ? '' : `. ${detail}`}`
}

/** As the notes say it: `2026-11-28`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

function withLine(notes: string, line: string): string {
  return `${line}\n${notes}`.trim().slice(0, measureLimits.notes)
}

/** Brings a member into the queue, once for each reason; `false`: they are there for it already. */
export async function raise(context: Context, userId: string, type: ModeratorActionType, more: More = {}): Promise<boolean> {
  const { tx, now } = context
  const review = await reviewOf(tx, userId)
  if (review.reasons.includes(type)) return false
  await noteAction(context, userId, type, more)
  const reasons = [...review.reasons, type]
  const queuedAt = review.queuedAt ?? now
  await tx.put(memberReviews, { ...review, needsReview: true, reasons, group: groupOf(reasons), queuedAt })
  return true
}

/**
 * One of the reasons for which a member is in the queue is over; with the last of them they leave.
 */
export async function lower(context: Context, userId: string, type: ModeratorActionType): Promise<void> {
  const { tx, now } = context
  const review = await reviewOf(tx, userId)
  if (!review.reasons.includes(type)) return
  const reasons = review.reasons.filter((reason) => reason !== type)
  if (reasons.length === 0) return tx.put(memberReviews, { ...review, ...(await leaveQueue(tx, userId, now)) })
  const action = await activeAction(tx, userId, type, now)
  if (action !== undefined) await tx.put(moderatorActions, { ...action, endedAt: now })
  await tx.put(memberReviews, { ...review, reasons, group: groupOf(reasons) })
}

/**
 * What a review is like once its member has left the queue. What brought them there is over, but
 * for what stays.
 */
export async function leaveQueue(tx: Transaction, userId: string, now: number): Promise<Partial<MemberReview>> {
  for (const action of await tx.list(actionsOn(userId, 500))) {
    const { group, outlives } = actionFacts(action.type)
    if (group !== undefined && outlives !== true && isActive(action, now)) await tx.put(moderatorActions, { ...action, endedAt: now })
  }
  return { needsReview: false, reasons: [], group: null, queuedAt: null, leftQueueAt: now }
}
