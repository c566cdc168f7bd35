import * as z from 'zod/mini'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'

/**
 * What can be followed. `member`: their posts. `memberAll`: all they publish. `post`: its comments.
 * `comment`: its replies. `tag`: posts that get it. `curated`: what the moderators choose.
 * `sequence`: posts that are put into it. `thread`: "on" mutes a post's discussion, whatever else
 * is followed. `group`: events that are announced in it.
 */
export const subscriptionKinds = [
  'member',
  'memberComments',
  'memberTakes',
  'memberAll',
  'post',
  'comment',
  'tag',
  'curated',
  'thread',
  'sequence',
  'group',
  'question',
  'dialogue',
] as const
export const SubscriptionKind = z.enum(subscriptionKinds)
export type SubscriptionKind = z.infer<typeof SubscriptionKind>

/**
 * How one followed thing is told of, where it differs from what its owner chose for the kind of
 * news.
 */
export const viaChoices = ['inApp', 'push', 'emailNow', 'emailDaily', 'emailWeekly'] as const
export const Via = z.enum(viaChoices)
export type Via = z.infer<typeof Via>

/**
 * An id; of a tag, its name in lower case, which may be a little longer than the name; `site` for
 * what there is one of.
 */
export const TargetId = line(1, 120)

/**
 * Whether a member is told about one thing; id `USER:KIND:TARGET`. `on`: asked for. `off`: as if
 * there were no row. `suppressed`: not even where it would be by default (comments on one's own
 * posts, replies to one's own comments). Nobody else ever sees it. Written by its owner.
 */
export const Subscription = z.object({
  id: z.string(),
  userId: Id,
  kind: SubscriptionKind,
  targetId: z.string(),
  /** `KIND:TARGET` while it is on, for those who tell; `null` otherwise. */
  followed: z.nullable(z.string()),
  state: z.enum(['on', 'off', 'suppressed']),
  via: z.nullable(Via),
  changedAt: Time,
})
export type Subscription = z.infer<typeof Subscription>

export const subscriptions = defineTable({
  name: 'subscriptions',
  row: Subscription,
  indexes: [
    ['userId', 'changedAt'],
    ['followed', 'userId'],
  ],
  visibility: own('userId'),
})

export const followedKey = (kind: SubscriptionKind, targetId: string): string => `${kind}:${targetId}`
export const subscriptionId = (userId: string, kind: SubscriptionKind, targetId: string): string => `${userId}:${kind}:${targetId}`

export const subscriptionLimits = { perMember: 5_000 } as const
