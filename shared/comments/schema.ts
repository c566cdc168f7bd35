import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { CommentBody } from '../text/schema.ts'

/** Written by: author (body), derive (root, counts, versions), author or moderator (removal). */
export const Comment = z.object({
  id: Id,
  postId: Id,
  /** `null` for a top-level comment. */
  parentId: z.nullable(Id),
  /** The top-level comment of the branch; its own id at the top. */
  rootId: Id,
  authorId: Id,
  /** Checked JSON of the comment profile of shared/text/; never HTML. 1 to 50,000 characters of text. */
  body: CommentBody,
  /** Counts up with each edit; earlier bodies stand in revisions. */
  bodyVersion: z.number(),
  postedAt: Time,
  editedAt: z.nullable(Time),
  /** The post's version it was written for; a lower major than the current one may be outdated. */
  postVersion: z.string(),
  /** A removed comment stays as a stub, so that its replies still make sense. */
  removedBy: z.nullable(z.enum(['author', 'moderator'])),
  removedById: z.nullable(Id),
  removedAt: z.nullable(Time),
  removedReason: z.string(),
  /** Waits for a moderator (new author, where the deployment asks for it). */
  awaitsReview: z.boolean(),
  /** The counts of post, parent and member hold it; derived, so that deriving twice counts nothing twice. */
  isCounted: z.boolean(),
  /** Live direct replies. */
  replyCount: z.number(),
})
export type Comment = z.infer<typeof Comment>

export const comments = defineTable({
  name: 'comments',
  row: Comment,
  indexes: [['postId', 'postedAt'], ['authorId', 'postedAt'], ['parentId', 'postedAt'], ['postedAt']],
  scope: (comment) => (comment.awaitsReview ? `user:${comment.authorId}` : 'public'),
  shape: (comment) => (comment.awaitsReview ? `me:${comment.authorId}` : `thread:${comment.postId}`),
})
