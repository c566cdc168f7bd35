import * as z from 'zod/mini'
import type { Comment } from './schema.ts'
import type { Revision } from '../posts/schema.ts'
import { AppError, insist } from '../kernel/errors.ts'
import { Id, line } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts, revisions } from '../posts/schema.ts'
import { CommentBody } from '../text/schema.ts'
import { canComment, canEditComment, canReadComment, canRemoveComment, canReply, canRestoreComment } from './rules.ts'
import { comments } from './schema.ts'
import { wordCount } from '../text/measure.ts'

/** Adds a comment to a post, or a reply to a comment. Running it twice with one id leaves one comment. */
export const postComment = defineMutation({
  name: 'comments.post',
  args: z.strictObject({ id: Id, postId: Id, parentId: z.nullable(Id), body: CommentBody }),
  makes: ({ id }) => id,
  needs: ({ parentId }) => (parentId === null ? [] : [parentId]),
  async run({ tx, viewer, now }, args) {
    const author = signedIn(viewer)
    const post = await getOrThrow(tx, posts, args.postId)
    insist(canComment(viewer, post))
    const parent = args.parentId === null ? null : await getOrThrow(tx, comments, args.parentId)
    if (parent !== null) {
      if (parent.postId !== post.id) throw new AppError('not-found', { field: 'parentId' })
      insist(canReply(viewer, post, parent))
    }
    const existing = await tx.get(comments, args.id)
    if (existing !== undefined) {
      if (existing.authorId !== author.userId) throw new AppError('not-found')
      return
    }
    await tx.put(comments, {
      ...args,
      rootId: parent?.rootId ?? args.id,
      authorId: author.userId,
      bodyVersion: 1,
      postedAt: now,
      editedAt: null,
      postVersion: post.version,
      removedBy: null,
      removedById: null,
      removedAt: null,
      removedReason: '',
      awaitsReview: false,
      isCounted: false,
      replyCount: 0,
    })
  },
})

/** Replaces a comment's body. `bodyVersion` is the one the edit began from: a later one in the store is a conflict, and nothing is overwritten. */
export const editComment = defineMutation({
  name: 'comments.edit',
  args: z.strictObject({ id: Id, body: CommentBody, bodyVersion: z.int().check(z.minimum(1)) }),
  needs: ({ id }) => [id],
  async run({ tx, viewer, now }, args) {
    signedIn(viewer)
    const comment = await getOrThrow(tx, comments, args.id)
    const post = await getOrThrow(tx, posts, comment.postId)
    insist(canEditComment(viewer, comment, post))
    const isSame = JSON.stringify(comment.body) === JSON.stringify(args.body)
    if (isSame) return
    if (comment.bodyVersion !== args.bodyVersion) throw new AppError('conflict', { field: 'bodyVersion' })
    await tx.put(revisions, earlierBody(comment))
    await tx.put(comments, { ...comment, body: args.body, bodyVersion: comment.bodyVersion + 1, editedAt: now })
  },
})

/** Leaves a stub in the place of a comment. The text is kept for its author, the staff, and restoring. */
export const removeComment = defineMutation({
  name: 'comments.remove',
  args: z.strictObject({ id: Id, reason: line(0, 500) }),
  needs: ({ id }) => [id],
  async run({ tx, viewer, now }, { id, reason }) {
    const remover = signedIn(viewer)
    const comment = await getOrThrow(tx, comments, id)
    const post = await getOrThrow(tx, posts, comment.postId)
    insist(canRemoveComment(viewer, comment, post))
    if (comment.removedBy !== null) return
    const removedBy = remover.userId === comment.authorId ? 'author' : 'moderator'
    await tx.put(comments, { ...comment, removedBy, removedById: remover.userId, removedAt: now, removedReason: reason })
  },
})

export const restoreComment = defineMutation({
  name: 'comments.restore',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  async run({ tx, viewer }, { id }) {
    signedIn(viewer)
    const comment = await getOrThrow(tx, comments, id)
    const post = await getOrThrow(tx, posts, comment.postId)
    insist(canReadComment(viewer, comment, post))
    if (comment.removedBy === null) return
    insist(canRestoreComment(viewer, comment, post))
    await tx.put(comments, { ...comment, removedBy: null, removedById: null, removedAt: null, removedReason: '' })
  },
})

/** The state an edit replaces. Its identity is a key, so that a replay writes it once. */
function earlierBody(comment: Comment): Revision {
  return {
    id: `${comment.id}:${comment.bodyVersion}`,
    subjectKind: 'comment',
    subjectId: comment.id,
    postId: comment.postId,
    n: comment.bodyVersion,
    version: `1.${comment.bodyVersion - 1}.0`,
    isDraft: false,
    title: '',
    body: comment.body,
    wordCount: wordCount(comment.body),
    authorId: comment.authorId,
    at: comment.editedAt ?? comment.postedAt,
  }
}
