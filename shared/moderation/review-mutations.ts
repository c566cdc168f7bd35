/**
 * Letting members and their work in, or not: what the queue's keys do. Asked of the server. `seen`
 * is the newest decision about the member that the sender saw: with it, two who decide at once do
 * not both.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Member } from '../accounts/schema.ts'
import type { Post } from '../posts/schema.ts'
import { karmaStatsOf } from '../accounts/queries.ts'
import { members } from '../accounts/schema.ts'
import { commentsOfMember } from '../comments/queries.ts'
import { comments } from '../comments/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { defineQuery } from '../kernel/query.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { sequences } from '../sequences/schema.ts'
import { measureLimits, memberReviews, Note, Notes, OptionalReason, Reason } from './measure-schema.ts'
import { reviewOf } from './measure-queries.ts'
import { canAgainst, mayAct } from './measure-rules.ts'
import { decide, leaveQueue, noteAudit, raise, requireSeen } from './record.ts'

export const seen = z.optional(Time)

/**
 * Lets a member in: their waiting work appears as of now, and what is new of theirs no longer
 * waits.
 */
export const approveMember = defineMutation({
  name: 'moderation.approve',
  args: z.strictObject({ userId: Id, seen }),
  async run(context, { userId, seen }) {
    const member = await judged(context, 'approve', userId)
    const review = await reviewOf(context.tx, userId)
    requireSeen(review, seen)
    if (member.approvedBy !== null && !review.needsReview && review.snoozedUntilCount === null) return
    await letIn(context, member)
    const left = await reviewed(context, userId)
    await decide(context, userId, {
      act: approveMember.name,
      type: 'approved',
      change: () => ({ ...left, snoozedUntilCount: null, isFlagged: false }),
    })
  },
})

/** What waits of a member's appears, and they stay as they are. */
export const approveContent = defineMutation({
  name: 'moderation.approveContent',
  args: z.strictObject({ userId: Id, seen }),
  async run(context, { userId, seen }) {
    const { tx, now } = context
    await judged(context, 'approve', userId)
    const review = await reviewOf(tx, userId)
    requireSeen(review, seen)
    if ((await publishWaiting(context, userId)).appeared === 0 && !review.needsReview) return
    const left = await leaveQueue(tx, userId, now)
    await decide(context, userId, { act: approveContent.name, type: 'approvedContent', change: () => left })
  },
})

/** Lets them in for now: they come back once they have written so much more. */
export const snoozeMember = defineMutation({
  name: 'moderation.snooze',
  args: z.strictObject({ userId: Id, contributions: z.int().check(z.minimum(1), z.maximum(measureLimits.snoozeMost)), seen }),
  async run(context, { userId, contributions, seen }) {
    const member = await judged(context, 'snooze', userId)
    const review = await reviewOf(context.tx, userId)
    requireSeen(review, seen)
    const { postCount, commentCount } = await karmaStatsOf(context.tx, userId)
    // What waited until now is not counted yet, and none of what is given.
    const snoozedUntilCount = postCount + commentCount + (await letIn(context, member)) + contributions
    // One that lasts as long stands already.
    if ((review.snoozedUntilCount ?? 0) >= snoozedUntilCount && !review.needsReview) return
    const left = await reviewed(context, userId)
    await decide(context, userId, {
      act: snoozeMember.name,
      type: 'snoozed',
      more: { detail: `For ${contributions} more.` },
      details: { contributions },
      change: () => ({ ...left, snoozedUntilCount, isFlagged: false }),
    })
  },
})

/** Out of the queue without being let in. */
export const dequeueMember = defineMutation({
  name: 'moderation.dequeue',
  args: z.strictObject({ userId: Id, seen }),
  async run(context, { userId, seen }) {
    await judged(context, 'dequeue', userId)
    const review = await reviewOf(context.tx, userId)
    requireSeen(review, seen)
    if (!review.needsReview) return
    const left = await leaveQueue(context.tx, userId, context.now)
    await decide(context, userId, { act: dequeueMember.name, type: 'removedFromQueue', change: () => ({ ...left, isFlagged: false }) })
  },
})

/** Marks a member for another look, or takes the mark away. */
export const flagMember = defineMutation({
  name: 'moderation.flag',
  args: z.strictObject({ userId: Id, isOn: z.boolean() }),
  async run(context, { userId, isOn }) {
    const { tx } = context
    await judged(context, 'flag', userId)
    const review = await reviewOf(tx, userId)
    if (review.isFlagged === isOn) return
    await noteAudit(context, flagMember.name, { userId, details: { isOn } })
    await tx.put(memberReviews, { ...review, isFlagged: isOn })
    if (isOn) await raise(context, userId, 'manualFlag')
  },
})

/**
 * Says the staff's notes anew. @throws AppError 'conflict' where they are no longer the ones that
 * were to be replaced.
 */
export const setNotes = defineMutation({
  name: 'moderation.setNotes',
  args: z.strictObject({ userId: Id, notes: Notes, base: Notes }),
  async run(context, { userId, notes, base }) {
    authorize(mayAct(context.viewer, 'note'))
    await getOrThrow(context.tx, members, userId)
    const review = await reviewOf(context.tx, userId)
    if (review.notes === notes) return
    if (review.notes !== base) throw new AppError('conflict', { field: 'notes' })
    await noteAudit(context, setNotes.name, { userId })
    await context.tx.put(memberReviews, { ...review, notes })
  },
})

/** One more line for the other moderators. */
export const addNote = defineMutation({
  name: 'moderation.addNote',
  args: z.strictObject({ userId: Id, note: Note.check(z.minLength(1)) }),
  async run(context, { userId, note }) {
    authorize(mayAct(context.viewer, 'note'))
    await getOrThrow(context.tx, members, userId)
    await decide(context, userId, { act: addNote.name, type: 'noted', more: { detail: note } })
  },
})

/** Says that a post is not for this site, and why; `null`: it is after all. */
export const rejectPost = defineMutation({
  name: 'moderation.rejectPost',
  args: z.strictObject({ id: Id, reason: z.nullable(Reason) }),
  async run(context, { id, reason }) {
    const { tx, viewer } = context
    authorize(mayAct(viewer, 'reject'))
    const post = await getOrThrow(tx, posts, id)
    // A draft that nobody ever published is its author's alone.
    if (post.publishedAt === null) throw new AppError('not-found')
    if (post.rejectedReason === reason) return
    await tx.put(posts, { ...post, rejectedReason: reason })
    await decide(context, post.authorId, {
      act: rejectPost.name,
      type: reason === null ? 'acceptedPost' : 'rejectedPost',
      more: { postId: id, detail: reason ?? '' },
      details: { reason },
    })
  },
})

export const rejectComment = defineMutation({
  name: 'moderation.rejectComment',
  args: z.strictObject({ id: Id, reason: z.nullable(Reason) }),
  async run(context, { id, reason }) {
    const { tx, viewer } = context
    authorize(mayAct(viewer, 'reject'))
    const comment = await getOrThrow(tx, comments, id)
    const { rejectedReason: before = null, ...rest } = comment
    if (before === reason) return
    await tx.put(comments, reason === null ? rest : { ...rest, rejectedReason: reason })
    await decide(context, comment.authorId, {
      act: rejectComment.name,
      type: reason === null ? 'acceptedComment' : 'rejectedComment',
      more: { postId: comment.postId, commentId: id, detail: reason ?? '' },
      details: { reason },
    })
  },
})

/** One waiting post appears, as of now. */
export const approvePost = defineMutation({
  name: 'moderation.approvePost',
  args: z.strictObject({ id: Id, note: z.optional(OptionalReason) }),
  async run(context, { id, note = '' }) {
    const { tx, viewer } = context
    authorize(mayAct(viewer, 'approve'))
    const post = await getOrThrow(tx, posts, id)
    if (post.publishedAt === null) throw new AppError('not-found')
    if (!post.awaitsReview) return
    await tx.put(posts, published(post, context.now))
    await decide(context, post.authorId, { act: approvePost.name, type: 'approvedContent', more: { postId: id, detail: note } })
  },
})

async function judged({ tx, viewer }: MutationContext, act: 'approve' | 'snooze' | 'dequeue' | 'flag', userId: string): Promise<Member> {
  // Before the member is looked up: nobody else learns who is here.
  authorize(mayAct(viewer, act))
  const member = await getOrThrow(tx, members, userId)
  if (act !== 'flag') return member
  authorize(canAgainst(viewer, act, member))
  return member
}

/** @returns how many posts and comments appeared. */
async function letIn(context: MutationContext, member: Member): Promise<number> {
  const { tx, viewer } = context
  if (member.approvedBy === null) await tx.put(members, { ...member, approvedBy: signedIn(viewer).userId })
  return (await publishWaiting(context, member.id)).contributions
}

async function reviewed({ tx, viewer, now }: MutationContext, userId: string) {
  return { ...(await leaveQueue(tx, userId, now)), reviewedAt: now, reviewedByUserId: signedIn(viewer).userId }
}

/** Nobody not let in publishes more: they may publish a few a day. */
const mostWaiting = 1_000

/** @returns how much appeared, and how many of it are public posts and comments. */
async function publishWaiting({ tx, now }: MutationContext, userId: string) {
  let [appeared, contributions] = [0, 0]
  for (const status of ['published', 'draft'] as const) {
    const index = ['authorId', 'status', 'createdAt'] as const
    const query = defineQuery({ table: posts, index, equals: [userId, status], order: 'ascending', limit: mostWaiting })
    for (const post of await tx.list(query)) {
      if (!post.awaitsReview || post.rejectedReason !== null) continue
      await tx.put(posts, published(post, now))
      appeared += 1
      contributions += Number(status === 'published')
    }
  }
  const own = defineQuery({ table: sequences, index: ['authorId', 'createdAt'], equals: [userId], order: 'ascending', limit: mostWaiting })
  for (const { awaitsReview, ...sequence } of await tx.list(own)) {
    if (awaitsReview !== true) continue
    await tx.put(sequences, sequence.isDraft ? sequence : { ...sequence, publishedAt: now })
    appeared += 1
  }
  for (const comment of await tx.list(commentsOfMember(userId, mostWaiting))) {
    if (!comment.awaitsReview) continue
    await tx.put(comments, { ...comment, awaitsReview: false, postedAt: now })
    appeared += 1
    contributions += 1
  }
  return { appeared, contributions }
}

/** A draft that waited before it was taken back is a draft still, and waits no more. */
function published(post: Post, now: number): Post {
  const next = { ...post, awaitsReview: false }
  if (post.status !== 'published') return next
  return { ...next, approvedAt: now, publishedAt: now, frontpageAt: post.frontpageAt === null ? null : now }
}
