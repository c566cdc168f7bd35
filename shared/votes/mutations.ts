import * as z from 'zod/mini'
import type { Read } from '../kernel/transaction.ts'
import type { MemberViewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { VoteKind } from './schema.ts'
import { comments } from '../comments/schema.ts'
import { canReadComment } from '../comments/rules.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts, revisions } from '../posts/schema.ts'
import { isCommon, ownersOf } from '../wiki/access.ts'
import { canVote, votePower } from './rules.ts'
import { axes, voteId, voteKinds, votes, voteWarnings } from './schema.ts'

/**
 * Sets (never adds) what the viewer thinks of a post, a comment or a version of a wiki page on one
 * axis; 0 takes the vote back.
 */
export const setVote = defineMutation({
  name: 'votes.set',
  runs: 'device',
  args: z.strictObject({ targetKind: z.enum(voteKinds), targetId: Id, axis: z.enum(axes), value: z.literal([-2, -1, 0, 1, 2]) }),
  needs: ({ targetId }) => [targetId],
  key: ({ targetId, axis }) => `vote:${targetId}:${axis}`,
  async run({ tx, viewer, now }, { targetKind, targetId, axis, value }) {
    const voter = signedIn(viewer)
    const target = await votable(tx, voter, targetKind, targetId)
    const isOwn = target.authorIds.includes(voter.userId)
    authorize(canVote(voter, { kind: targetKind, isOwn, isCommon: targetKind === 'post' && isCommon(target.post) }, axis, value))
    const id = voteId(voter.userId, targetId, axis)
    const before = await tx.get(votes, id)
    if ((before?.value ?? 0) === value) return
    const power = votePower(voter.karma, value)
    await tx.put(votes, {
      id,
      userId: voter.userId,
      targetKind,
      targetId,
      axis,
      value,
      power,
      tallied: before?.tallied ?? 0,
      isSelf: isOwn,
      at: now,
    })
  },
})

/**
 * Says that the warning of that time has been read, and with it every earlier one; what is still to
 * come cannot be read ahead.
 */
export const readVoteWarning = defineMutation({
  name: 'votes.readWarning',
  runs: 'device',
  isQuiet: true,
  args: z.strictObject({ warnedAt: Time }),
  key: () => 'vote-warning',
  async run({ tx, viewer }, { warnedAt }) {
    const warning = await tx.get(voteWarnings, signedIn(viewer).userId)
    if (warning === undefined) return
    const readUpTo = Math.max(warning.readUpTo, Math.min(warnedAt, warning.warnedAt))
    if (readUpTo !== warning.readUpTo) await tx.put(voteWarnings, { ...warning, readUpTo })
  },
})

export interface Votable {
  readonly post: Post
  /** Everyone who gains karma by it. */
  readonly authorIds: readonly string[]
}

/**
 * What may be voted on, and by whom it is. @throws AppError 'not-found' when absent or hidden;
 * 'not-allowed' for drafts and removed comments.
 */
export async function votable(read: Read, viewer: MemberViewer, kind: VoteKind, id: string): Promise<Votable> {
  if (kind === 'revision') return votableVersion(read, viewer, id)
  const comment = kind === 'comment' ? await getOrThrow(read, comments, id) : undefined
  const post = await getOrThrow(read, posts, comment?.postId ?? id)
  authorize(comment === undefined ? canReadPost(viewer, post) : canReadComment(viewer, comment, post))
  if (post.status !== 'published')
    throw new AppError('not-allowed', { reason: post.status === 'draft' ? 'post-is-draft' : 'post-is-removed' })
  if (comment !== undefined && comment.removedBy !== null) throw new AppError('not-allowed', { reason: 'comment-is-removed' })
  return { post, authorIds: comment === undefined ? ownersOf(post) : [comment.authorId] }
}

/**
 * Only of pages that belong to everybody (content.md 12.2): elsewhere a version is its author's own
 * work, which is voted on as a whole.
 */
async function votableVersion(read: Read, viewer: MemberViewer, id: string): Promise<Votable> {
  const revision = await getOrThrow(read, revisions, id)
  const post = await getOrThrow(read, posts, revision.postId)
  authorize(canReadPost(viewer, post))
  if (revision.isDraft || revision.subjectKind !== 'post' || !isCommon(post)) throw new AppError('not-found', { message: `version ${id}` })
  if (post.status !== 'published') throw new AppError('not-allowed', { reason: 'post-is-removed' })
  return { post, authorIds: [revision.authorId] }
}
