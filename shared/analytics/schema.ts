import * as z from 'zod/mini'
import { Id } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'

/**
 * What happened to a post on one day, as sums; id `POST:DAY`. Nothing in it says who: the server
 * counts in memory and keeps neither addresses nor names. For the post's authors and the staff.
 */
export const PostDay = z.object({
  id: z.string(),
  postId: Id,
  /** Days since 1970, UTC. */
  day: z.number(),
  /** Times its page was asked for, but by machines that say that they are. */
  views: z.number(),
  /** Of these, browsers that had not asked before on that day. */
  visitors: z.number(),
  /** Of these, those that had it in sight for half a minute. */
  reads: z.number(),
  /** In sight, all together. */
  seconds: z.number(),
  /** What votes of that day moved. */
  karma: z.number(),
  votes: z.number(),
})
export type PostDay = z.infer<typeof PostDay>

export const postDays = defineTable({
  name: 'post_days',
  row: PostDay,
  indexes: [['postId', 'day']],
  visibility: { scope: (row) => `draft:${row.postId}` },
  journal: false,
})

export const postDayId = (postId: string, day: number): string => `${postId}:${day}`

export const emptyPostDay = (postId: string, day: number): PostDay => ({
  id: postDayId(postId, day),
  postId,
  day,
  views: 0,
  visitors: 0,
  reads: 0,
  seconds: 0,
  karma: 0,
  votes: 0,
})
