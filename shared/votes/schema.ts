import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { likePost, own, serverOnly } from '../kernel/visibility.ts'

export const targetKinds = ['post', 'comment'] as const
/** What is voted on; `revision`: a version of a text of the wiki. */
export const voteKinds = [...targetKinds, 'revision'] as const
export type VoteKind = (typeof voteKinds)[number]
export const axes = ['approval', 'agreement'] as const
export type Axis = (typeof axes)[number]
/** -2 strong down, -1 down, 0 none, 1 up, 2 strong up. */
export type VoteValue = -2 | -1 | 0 | 1 | 2

/** One row per (user, target, axis), its id that key; upserted, never added to. */
export const Vote = z.object({
  id: z.string(),
  userId: Id,
  targetKind: z.enum(voteKinds),
  targetId: Id,
  axis: z.enum(axes),
  value: z.literal([-2, -1, 0, 1, 2]),
  /**
   * Signed strength at the time of voting; derived from the voter's karma, never sent. 0 until the
   * server has said.
   */
  power: z.number(),
  /**
   * How much of `power` the target's tally holds already; derived, so that deriving twice adds
   * nothing twice.
   */
  tallied: z.number(),
  /** The voter is an author of the target: counts for the score, never for karma. */
  isSelf: z.boolean(),
  at: Time,
})
export type Vote = z.infer<typeof Vote>

export const votes = defineTable({
  name: 'votes',
  row: Vote,
  indexes: [
    ['targetId', 'axis'],
    ['userId', 'at'],
  ],
  visibility: own('userId'),
})

export function voteId(userId: string, targetId: string, axis: Axis): string {
  return `${userId}:${targetId}:${axis}`
}

/** What the limits on voting count; server only. */
export const VoteEvent = z.object({
  id: z.string(),
  userId: Id,
  targetId: Id,
  targetAuthorId: Id,
  /** The post of the comments voted on; for the limit on strong votes within one discussion. */
  postId: Id,
  isStrong: z.boolean(),
  isDown: z.boolean(),
  isOnComment: z.boolean(),
  at: Time,
})
export type VoteEvent = z.infer<typeof VoteEvent>

export const voteEvents = defineTable({
  name: 'vote_events',
  row: VoteEvent,
  indexes: [
    ['userId', 'at'],
    ['userId', 'targetAuthorId', 'at'],
    ['userId', 'isStrong', 'at'],
    ['userId', 'postId', 'isStrong', 'isOnComment'],
  ],
  visibility: serverOnly,
  journal: false,
})

/**
 * Somebody's karma reached a step from which their votes weigh more; id `USER:STEP`, so that karma
 * that falls and rises again is no news.
 */
export const PowerGain = z.object({ id: z.string(), userId: Id, at: Time })
export type PowerGain = z.infer<typeof PowerGain>

export const powerGains = defineTable({ name: 'power_gains', row: PowerGain, indexes: [], visibility: serverOnly })

/** Sums over a target's votes; id = target id. Changes in the transaction of the vote. */
export const Tally = z.object({
  id: Id,
  targetKind: z.enum(voteKinds),
  postId: Id,
  /** Sum of approval powers. */
  baseScore: z.number(),
  approvalVoteCount: z.number(),
  agreement: z.number(),
  agreementVoteCount: z.number(),
  maxBaseScore: z.number(),
  /** Of a post: when its score first reached each mark (karma-marks.ts), as many as it has. */
  reachedAt: z.optional(z.array(Time)),
})
export type Tally = z.infer<typeof Tally>

export const tallies = defineTable({
  name: 'tallies',
  row: Tally,
  indexes: [['postId']],
  visibility: likePost('postId'),
})

/**
 * What a member is told about the way they vote; id: their own. A newer warning takes the place of
 * the older one.
 */
export const VoteWarning = z.object({
  id: Id,
  warnedAt: Time,
  /** `warnedAt` of the newest warning that they have closed, on whichever device; 0: none. */
  readUpTo: Time,
})
export type VoteWarning = z.infer<typeof VoteWarning>

export const voteWarnings = defineTable({
  name: 'vote_warnings',
  row: VoteWarning,
  indexes: [['warnedAt']],
  visibility: own('id'),
})

export const votePatternKinds = ['many-votes', 'many-down-votes'] as const

/**
 * For moderators: somebody voted on one author faster than one reads. Without journal and shape, so
 * that nothing of it reaches a device.
 */
export const VotePattern = z.object({
  id: Id,
  kind: z.enum(votePatternKinds),
  voterId: Id,
  authorId: Id,
  /** The most things voted on within the pattern's time. */
  voteCount: z.number(),
  firstAt: Time,
  lastAt: Time,
  /** Its voter was brought before the moderators for it. */
  isRaised: z.optional(z.boolean()),
})
export type VotePattern = z.infer<typeof VotePattern>

export const votePatterns = defineTable({
  name: 'vote_patterns',
  row: VotePattern,
  indexes: [['voterId', 'authorId', 'kind', 'firstAt'], ['firstAt']],
  visibility: { scope: () => 'mod' },
  journal: false,
})
