import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { addComment } from '../comments/mutations.ts'
import { Uploading } from '../comments/pictures.ts'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { CommentBody } from '../text/schema.ts'
import { canWriteReview } from './rules.ts'
import { reviewPlans } from './schema.ts'

/**
 * Reviews a post for the review of a year: a comment at the top of its discussion. The phase is
 * that of this transaction, whenever the review was written.
 */
export const postReview = defineMutation({
  name: 'comments.postReview',
  runs: 'device',
  args: z.strictObject({ id: Id, postId: Id, year: z.int(), body: CommentBody, uploading: Uploading }),
  makes: ({ id }) => id,
  async run(context, { id, postId, year, body }) {
    const { tx, viewer, now } = context
    const { userId } = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    // A device may lack its own member's row; the server has every member's, and decides.
    const joinedAt = (await tx.get(members, userId))?.joinedAt ?? 0
    const plan = await tx.get(reviewPlans, String(year))
    authorize(canWriteReview(viewer, { post, year, joinedAt, plan }, now))
    await addComment(context, post, null, { id, postId, parentId: null, body }, { reviewingForReview: year })
  },
})
