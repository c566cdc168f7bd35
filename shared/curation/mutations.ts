/** Moderators' work, and members' suggestions, asked of the server. */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Transaction } from '../kernel/transaction.ts'
import type { CurationCandidate } from './schema.ts'
import { addComment } from '../comments/mutations.ts'
import { canComment } from '../comments/rules.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import { isSelf } from '../kernel/viewer.ts'
import { noteAudit } from '../moderation/record.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canReadPost } from '../posts/rules.ts'
import type { Post } from '../posts/schema.ts'
import { posts } from '../posts/schema.ts'
import { CommentBody } from '../text/schema.ts'
import { curationFigures } from './figures.ts'
import { canCurate, canEditNotice, canPublishNotice, canRemoveNotice, canSuggestCuration } from './rules.ts'
import { curationCandidates, curationNotices } from './schema.ts'

/** Suggests a post to the moderators, or takes that back. */
export const suggestCuration = defineMutation({
  name: 'curation.suggest',
  args: z.strictObject({ postId: Id, isOn: z.boolean() }),
  async run({ tx, viewer, now }, { postId, isOn }) {
    const { userId } = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    // One's own word can be taken back whatever has become of the post.
    authorize(isOn ? canSuggestCuration(viewer, post) : canReadPost(viewer, post))
    const before = await candidateOf(tx, postId)
    if (before.suggestedByIds.includes(userId) === isOn) return
    const others = before.suggestedByIds.filter((id) => id !== userId)
    const suggestedByIds = isOn ? [...others, userId].slice(-curationFigures.maxSuggestions) : others
    await putCandidate(tx, post, {
      ...before,
      suggestedByIds,
      suggestedAt: isOn ? now : suggestedByIds.length === 0 ? 0 : before.suggestedAt,
    })
  },
})

/** It is no candidate, however often it is suggested; or it is one again. */
export const dismissCandidate = defineMutation({
  name: 'curation.dismiss',
  args: z.strictObject({ postId: Id, isOn: z.boolean() }),
  async run({ tx, viewer, now }, { postId, isOn }) {
    authorize(canCurate(viewer))
    const post = await readablePost(tx, viewer, postId)
    const before = await candidateOf(tx, postId)
    if (before.dismissedAt > 0 === isOn) return
    await putCandidate(tx, post, { ...before, dismissedById: isOn ? signedIn(viewer).userId : null, dismissedAt: isOn ? now : 0 })
  },
})

/** Makes a draft, or says it anew. */
export const putNotice = defineMutation({
  name: 'curationNotices.put',
  args: z.strictObject({ id: Id, postId: Id, body: CommentBody }),
  async run({ tx, viewer, now }, { id, postId, body }) {
    authorize(canCurate(viewer))
    const before = await tx.get(curationNotices, id)
    if (before !== undefined) {
      authorize(canEditNotice(viewer, before))
      if (before.postId !== postId) throw new AppError('invalid', { field: 'postId' })
      if (isSameJson(before.body, body)) return
      if (before.publishedAt !== null) throw new AppError('conflict', { field: 'id' })
      return tx.put(curationNotices, { ...before, body })
    }
    await readablePost(tx, viewer, postId)
    const byId = signedIn(viewer).userId
    await tx.put(curationNotices, { id, postId, byId, body, createdAt: now, publishedAt: null, commentId: null })
  },
})

/** Deletes a draft. What is published is a comment, and removed as one. */
export const removeNotice = defineMutation({
  name: 'curationNotices.remove',
  args: z.strictObject({ id: Id }),
  async run(context, { id }) {
    const { tx, viewer } = context
    authorize(canCurate(viewer))
    const before = await tx.get(curationNotices, id)
    if (before === undefined) return
    authorize(canRemoveNotice(viewer, before))
    if (before.publishedAt !== null) throw new AppError('conflict', { field: 'id' })
    await tx.delete(curationNotices, id)
    const { byId, postId } = before
    if (!isSelf(viewer, byId)) await noteAudit(context, removeNotice.name, { userId: byId, targetId: postId, details: { id } })
  },
})

/**
 * Puts it below the post, as its author's comment with the moderators' mark, and curates the post:
 * both or neither, and once.
 */
export const publishNotice = defineMutation({
  name: 'curationNotices.publish',
  args: z.strictObject({ id: Id, commentId: Id }),
  async run(context, { id, commentId }) {
    const { tx, viewer, now } = context
    authorize(canCurate(viewer))
    const notice = await getOrThrow(tx, curationNotices, id)
    const post = await readablePost(tx, viewer, notice.postId)
    authorize(canPublishNotice(viewer, notice, post))
    if (notice.publishedAt !== null) return
    authorize(canComment(viewer, post))
    const { body, postId } = notice
    await addComment(context, post, null, { id: commentId, postId, parentId: null, body }, { hat: 'shown' })
    await tx.put(posts, { ...post, curatedAt: post.curatedAt ?? now })
    await tx.put(curationNotices, { ...notice, publishedAt: now, commentId })
  },
})

async function readablePost(tx: Transaction, viewer: MutationContext['viewer'], postId: string): Promise<Post> {
  const post = await getOrThrow(tx, posts, postId)
  authorize(canReadPost(viewer, post))
  return post
}

async function candidateOf(tx: Transaction, id: string): Promise<CurationCandidate> {
  const none = { id, suggestedByIds: [], suggestedAt: 0, dismissedById: null, dismissedAt: 0, isWaiting: false }
  return (await tx.get(curationCandidates, id)) ?? none
}

async function putCandidate(tx: Transaction, post: Post, candidate: CurationCandidate): Promise<void> {
  const { suggestedByIds, dismissedAt } = candidate
  await tx.put(curationCandidates, { ...candidate, isWaiting: suggestedByIds.length > 0 && dismissedAt === 0 && post.curatedAt === null })
}

/** A post was curated, or no more: whether it waits follows. */
export async function followCuration(tx: Transaction, postId: string): Promise<void> {
  const candidate = await tx.get(curationCandidates, postId)
  if (candidate !== undefined) await putCandidate(tx, await getOrThrow(tx, posts, postId), candidate)
}
