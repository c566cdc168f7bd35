/**
 * What is said of a comment beside its words: that its author takes it back, that it answers the
 * question, that a moderator pinned it.
 */
import * as z from 'zod/mini'
import type { Comment } from './schema.ts'
import { authorize } from '../kernel/errors.ts'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { canMarkComment } from './mark-rules.ts'
import { canReadComment } from './rules.ts'
import { comments } from './schema.ts'
import { isSameJson } from '../kernel/same.ts'

const isOn = z.boolean()

export const CommentMark = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('retracted'), isOn }),
  z.strictObject({ name: z.literal('pinned'), isOn }),
  z.strictObject({ name: z.literal('onProfile'), isOn }),
  z.strictObject({ name: z.literal('offFrontpage'), isOn }),
  z.strictObject({ name: z.literal('answer'), isOn }),
  /** `null`: open again. */
  z.strictObject({ name: z.literal('lock'), until: z.nullable(Time) }),
  z.strictObject({ name: z.literal('hat'), hat: z.nullable(z.enum(['shown', 'hidden'])) }),
  /** `null`: accepted after all. */
  z.strictObject({ name: z.literal('rejected'), reason: z.nullable(line(1, 500)) }),
])
export type CommentMark = z.infer<typeof CommentMark>

/**
 * Sets one mark of a comment to what it is to be. A lock lies on the whole thread, wherever it was
 * asked for.
 */
export const setCommentMark = defineMutation({
  name: 'comments.setMark',
  runs: 'device',
  args: z.strictObject({ id: Id, mark: CommentMark }),
  needs: ({ id }) => [id],
  key: ({ id, mark }) => `comment:${id}:${mark.name}`,
  async run({ tx, viewer, now }, { id, mark }) {
    const by = signedIn(viewer).userId
    const named = await getOrThrow(tx, comments, id)
    const post = await getOrThrow(tx, posts, named.postId)
    authorize(canReadComment(viewer, named, post))
    authorize(canMarkComment(viewer, named, post, mark.name))
    const comment = mark.name === 'lock' && named.rootId !== id ? await getOrThrow(tx, comments, named.rootId) : named
    const marked = withMark(comment, mark, by, now)
    if (!isSameJson(marked, comment)) await tx.put(comments, marked)
  },
})

/** What is not set is left out of the row, as in one that never was marked. */
function withMark(comment: Comment, mark: CommentMark, by: string, now: number): Comment {
  switch (mark.name) {
    case 'retracted': {
      const { retractedAt = now, ...rest } = comment
      return mark.isOn ? { ...rest, retractedAt } : rest
    }
    case 'pinned': {
      const { pinnedAt = now, pinnedById = by, ...rest } = comment
      return mark.isOn ? { ...rest, pinnedAt, pinnedById } : rest
    }
    case 'onProfile': {
      const { isPinnedOnProfile: _, ...rest } = comment
      return mark.isOn ? { ...rest, isPinnedOnProfile: true } : rest
    }
    case 'offFrontpage': {
      const { isOffFrontpage: _, ...rest } = comment
      return mark.isOn ? { ...rest, isOffFrontpage: true } : rest
    }
    case 'answer': {
      const { isAnswer: _, ...rest } = comment
      return mark.isOn ? { ...rest, isAnswer: true } : rest
    }
    case 'lock': {
      const { repliesLockedUntil: _, ...rest } = comment
      return mark.until === null ? rest : { ...rest, repliesLockedUntil: mark.until }
    }
    case 'hat': {
      const { hat: _, ...rest } = comment
      return mark.hat === null ? rest : { ...rest, hat: mark.hat }
    }
    case 'rejected': {
      const { rejectedReason: _, ...rest } = comment
      return mark.reason === null ? rest : { ...rest, rejectedReason: mark.reason }
    }
  }
}
