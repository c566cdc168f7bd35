import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { staff } from '../kernel/visibility.ts'
import { CommentBody } from '../text/schema.ts'

/**
 * Why moderators chose a post, for its readers. A draft until it stands below the post as a
 * comment.
 */
export const CurationNotice = z.object({
  id: Id,
  postId: Id,
  /** Who writes it, and whose comment it becomes. */
  byId: Id,
  body: CommentBody,
  createdAt: Time,
  /** `null`: a draft. */
  publishedAt: z.nullable(Time),
  /** As which it was published. */
  commentId: z.nullable(Id),
})
export type CurationNotice = z.infer<typeof CurationNotice>

export const curationNotices = defineTable({
  name: 'curation_notices',
  row: CurationNotice,
  indexes: [['createdAt'], ['postId', 'createdAt']],
  visibility: staff,
})

/** A post that members suggest, or that moderators have looked at; id: the post's. */
export const CurationCandidate = z.object({
  id: Id,
  suggestedByIds: z.array(Id),
  /** When it was last suggested; 0: never. */
  suggestedAt: z.number(),
  dismissedById: z.nullable(Id),
  /** 0: it was not. */
  dismissedAt: z.number(),
  /** Suggested, and neither dismissed nor curated. Derived. */
  isWaiting: z.boolean(),
})
export type CurationCandidate = z.infer<typeof CurationCandidate>

export const curationCandidates = defineTable({
  name: 'curation_candidates',
  row: CurationCandidate,
  indexes: [['isWaiting', 'suggestedAt'], ['dismissedAt']],
  visibility: staff,
})
