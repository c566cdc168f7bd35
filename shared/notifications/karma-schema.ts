import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { voteKinds } from '../votes/schema.ts'

/** A post, comment or wiki edit of somebody's, and what the votes of others on it came to. */
export const KarmaItem = z.object({
  targetKind: z.enum(voteKinds),
  targetId: Id,
  postId: Id,
  /** Of the post, while it was public. */
  title: z.string(),
  by: z.number(),
})
export type KarmaItem = z.infer<typeof KarmaItem>

/**
 * What somebody's work was given since they last looked (community.md 5.5); id = user id. Made by
 * the server when a batch is due (`sync-server/notify/karma.ts`), and added to until its owner has
 * seen it.
 *
 * Votes are secret: here are sums for each post and comment, never who, how many or when. The sum
 * over a single vote is that vote, and the public score says as much to whoever writes it down
 * often enough. What protects voters is that nobody is told at the moment of a vote: a batch of a
 * day mixes whoever came by on that day. So that is the standard, and at once is for whoever asks
 * for it.
 */
export const KarmaNews = z.object({
  id: Id,
  userId: Id,
  /** When the batch began. */
  since: Time,
  /** When it came into sight, or was last added to. */
  at: Time,
  /**
   * What has lost among them, also for whoever does not list it: it may still come to something
   * else.
   */
  items: z.array(KarmaItem),
  seenAt: z.nullable(Time),
})
export type KarmaNews = z.infer<typeof KarmaNews>

export const karmaNews = defineTable({
  name: 'karma_news',
  row: KarmaNews,
  indexes: [['userId', 'at']],
  visibility: { scope: (news) => `user:${news.userId}`, shape: (news) => `me:${news.userId}` },
})
