import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyoneUnder } from '../kernel/visibility.ts'
import { CommentBody } from '../text/schema.ts'

/**
 * Written by: author (body), derive (root, counts, versions, activity), author or moderator
 * (removal, marks: mark-mutations.ts).
 */
export const Comment = z.object({
  id: Id,
  postId: Id,
  /** `null` for a top-level comment. */
  parentId: z.nullable(Id),
  /** The top-level comment of the branch; its own id at the top. */
  rootId: Id,
  authorId: Id,
  /**
   * Checked JSON of the comment profile of shared/text/; never HTML. 1 to 50,000 characters of
   * text.
   */
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
  /**
   * The counts of post, parent and member hold it; derived, so that deriving twice counts nothing
   * twice.
   */
  isCounted: z.boolean(),
  /** Live direct replies. */
  replyCount: z.number(),
  /** A quick take: stands at the top of its author's container (container.ts). Set once. */
  isQuickTake: z.optional(z.boolean()),
  /** Of a quick take: in its container alone, not on the front page. Author, staff. */
  isOffFrontpage: z.optional(z.boolean()),
  /** Of a quick take. */
  tags: z.optional(z.array(z.string())),
  /**
   * Of a quick take: when the newest comment of its thread came, which orders the list of them.
   * Derived.
   */
  activeAt: z.optional(Time),
  /**
   * Of a comment at the top of a question's discussion: it answers the question. Its replies follow
   * it.
   */
  isAnswer: z.optional(z.boolean()),
  /** Its author no longer stands by it; shown struck through. */
  retractedAt: z.optional(Time),
  /** Put first among its siblings by a moderator. */
  pinnedAt: z.optional(Time),
  pinnedById: z.optional(Id),
  /** By its author, on their own page. */
  isPinnedOnProfile: z.optional(z.boolean()),
  /** Of a comment at the top: nobody but staff replies in its thread until then. */
  repliesLockedUntil: z.optional(Time),
  /** Its author speaks as a moderator; `hidden`: without the badge. */
  hat: z.optional(z.enum(['shown', 'hidden'])),
  /**
   * Not accepted by a moderator: folded, and in no list. Why is for its author and the staff;
   * others have '' (policies.ts).
   */
  rejectedReason: z.optional(z.string()),
  /** A review of the post, written for the review of this year. Set once. */
  reviewingForReview: z.optional(z.number()),
  /** What is said in a dialogue: `held` until the dialogue is published. */
  message: z.optional(z.enum(['held', 'said'])),
})
export type Comment = z.infer<typeof Comment>

const isHeld = (comment: Comment): boolean => comment.message === 'held'

export const comments = defineTable({
  name: 'comments',
  row: Comment,
  indexes: [
    ['postId', 'postedAt'],
    ['authorId', 'postedAt'],
    ['parentId', 'postedAt'],
    ['postedAt'],
    ['activeAt'],
    ['authorId', 'isPinnedOnProfile', 'postedAt'],
    ['isQuickTake', 'postedAt'],
  ],
  visibility: {
    scope: (comment) => (isHeld(comment) ? `draft:${comment.postId}` : comment.awaitsReview ? `user:${comment.authorId}` : 'public'),
    shape: (comment) =>
      isHeld(comment) ? `draft:${comment.postId}` : comment.awaitsReview ? `me:${comment.authorId}` : `thread:${comment.postId}`,
  },
})

/**
 * A comment links to a post, not the one it stands under; id `COMMENT:TO`. Found by an effect after
 * the commit, never sent.
 */
export const CommentPingback = z.object({
  id: z.string(),
  commentId: Id,
  toPostId: Id,
})
export type CommentPingback = z.infer<typeof CommentPingback>

export const commentPingbacks = defineTable({
  name: 'comment_pingbacks',
  row: CommentPingback,
  indexes: [['toPostId'], ['commentId']],
  // Of ids: what they name passes its own read policy.
  visibility: everyoneUnder('toPostId'),
})
