import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import type { Read } from '../kernel/transaction.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { canEditInlineComment, canInlineComment, canRemoveInlineComment, canResolveInlineComment } from './rules.ts'
import type { InlineComment } from './schema.ts'
import { Anchor, inlineCommentLimits, inlineComments } from './schema.ts'

/** Lines stay; the ends are trimmed. */
const Body = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.normalize('NFC').trim()),
    z.string().check(z.minLength(1), z.maxLength(inlineCommentLimits.body)),
  ),
)

/**
 * Says something about a passage, about the text, or in answer. Running it twice with one id leaves
 * one inline comment.
 */
export const postInlineComment = defineMutation({
  name: 'remarks.post',
  runs: 'device',
  args: z.strictObject({
    id: Id,
    postId: Id,
    parentId: z.nullable(Id),
    anchor: z.nullable(Anchor),
    quote: z.string().check(z.maxLength(inlineCommentLimits.quote)),
    body: Body,
  }),
  makes: ({ id }) => id,
  needs: ({ postId, parentId }) => (parentId === null ? [postId] : [postId, parentId]),
  async run({ tx, viewer, now }, { id, postId, parentId, anchor, quote, body }) {
    const { userId } = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    authorize(canInlineComment(viewer, post))
    const existing = await tx.get(inlineComments, id)
    if (existing !== undefined) {
      if (existing.authorId !== userId) throw new AppError('not-found')
      return
    }
    const parent = parentId === null ? null : await getOrThrow(tx, inlineComments, parentId)
    if (parent !== null && (parent.postId !== postId || parent.parentId !== null)) throw new AppError('not-found', { field: 'parentId' })
    const place = parent === null ? { anchor, quote } : { anchor: null, quote: '' }
    const states = { editedAt: null, resolvedAt: null, resolvedById: null, removedAt: null }
    await tx.put(inlineComments, { id, postId, authorId: userId, parentId, ...place, body, createdAt: now, ...states })
    // Who answers has more to say about it.
    if (parent !== null && parent.resolvedAt !== null) await tx.put(inlineComments, { ...parent, resolvedAt: null, resolvedById: null })
  },
})

export const editInlineComment = defineMutation({
  name: 'remarks.edit',
  runs: 'device',
  args: z.strictObject({ id: Id, body: Body }),
  needs: ({ id }) => [id],
  key: ({ id }) => `remark:${id}:body`,
  async run({ tx, viewer, now }, { id, body }) {
    const { inlineComment, post } = await found(tx, id)
    authorize(canEditInlineComment(viewer, inlineComment, post))
    if (inlineComment.body !== body) await tx.put(inlineComments, { ...inlineComment, body, editedAt: now })
  },
})

/** A thread is dealt with, or is open again. */
export const resolveInlineComment = defineMutation({
  name: 'remarks.resolve',
  runs: 'device',
  args: z.strictObject({ id: Id, isResolved: z.boolean() }),
  needs: ({ id }) => [id],
  key: ({ id }) => `remark:${id}:resolved`,
  async run({ tx, viewer, now }, { id, isResolved }) {
    const { inlineComment, post } = await found(tx, id)
    authorize(canResolveInlineComment(viewer, inlineComment, post))
    if ((inlineComment.resolvedAt !== null) === isResolved) return
    const by = isResolved ? { resolvedAt: now, resolvedById: signedIn(viewer).userId } : { resolvedAt: null, resolvedById: null }
    await tx.put(inlineComments, { ...inlineComment, ...by })
  },
})

/** Its words are gone for good; a stub stays where others have answered. */
export const removeInlineComment = defineMutation({
  name: 'remarks.remove',
  runs: 'device',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  async run({ tx, viewer, now }, { id }) {
    const { inlineComment, post } = await found(tx, id)
    authorize(canRemoveInlineComment(viewer, inlineComment, post))
    const { change: _proposed, ...words } = inlineComment
    if (inlineComment.removedAt === null) await tx.put(inlineComments, { ...words, body: '', quote: '', removedAt: now })
  },
})

async function found(tx: Read, id: string) {
  const inlineComment: InlineComment = await getOrThrow(tx, inlineComments, id)
  return { inlineComment, post: await getOrThrow(tx, posts, inlineComment.postId) }
}
