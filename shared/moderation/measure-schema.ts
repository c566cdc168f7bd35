import * as z from 'zod/mini'
import { Id, line, prose, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { staff } from '../kernel/visibility.ts'
import { actionTypeNames, queueGroups } from './action-types.ts'
import { dayMs as day, hourMs } from '../kernel/durations.ts'

export const measureLimits = {
  /** Characters of what members are told. */
  reason: 500,
  /** Characters of what the staff write for each other. */
  note: 2_000,
  notes: 20_000,
  /** How long a moderator may ban: three months. */
  moderatorBanMs: 92 * day,
  /** Of a ban without an end: a thousand years. */
  foreverMs: 365_250 * day,
  /** How old an account may be that a moderator purges. */
  moderatorPurgeMs: 30 * day,
  snoozeMost: 1_000,
  limitCount: 1_000,
  limitLength: 1_000,
} as const

export const Reason = line(1, measureLimits.reason)
export const OptionalReason = line(0, measureLimits.reason)
/** Why somebody looks at what is not theirs: at least one word of two letters. */
export const ReasonInWords = Reason.check(z.refine((text) => /\p{L}{2}/u.test(text), 'not in words'))
export const Note = prose(measureLimits.note)
export const Notes = prose(measureLimits.notes)

/**
 * How a member stands with the moderators; id: the member's. Written by the staff, and by what
 * brings members into the queue.
 */
export const MemberReview = z.object({
  id: Id,
  needsReview: z.boolean(),
  /** Why, as long as they are in the queue. */
  reasons: z.array(z.enum(actionTypeNames)),
  /** The tab they stand under; `null`: they are not in the queue. */
  group: z.nullable(z.enum(queueGroups)),
  queuedAt: z.nullable(Time),
  /** When they last left the queue: what was noticed before is no news. */
  leftQueueAt: z.nullable(Time),
  reviewedAt: z.nullable(Time),
  reviewedByUserId: z.nullable(Id),
  /** They come back with this many posts and comments. */
  snoozedUntilCount: z.nullable(z.number()),
  isFlagged: z.boolean(),
  /** The staff's words about them, and what was done, newest first. */
  notes: z.string(),
  /** When the staff last did anything about them. */
  decidedAt: z.nullable(Time),
})
export type MemberReview = z.infer<typeof MemberReview>

export const memberReviews = defineTable({
  name: 'member_reviews',
  row: MemberReview,
  indexes: [['group', 'queuedAt']],
  visibility: staff,
})

/**
 * What was done to a member, or noticed about them; id `MEMBER:TYPE:TIME`, so that once is enough.
 * `byId` is `null` where nobody in particular did it.
 */
export const ModeratorAction = z.object({
  id: z.string(),
  userId: Id,
  type: z.enum(actionTypeNames),
  byId: z.nullable(Id),
  at: Time,
  /** From then on it is over; `null`: it is not. */
  endedAt: z.nullable(Time),
  postId: z.nullable(Id),
  commentId: z.nullable(Id),
  /** What it came to, in words for the staff. */
  detail: z.string(),
})
export type ModeratorAction = z.infer<typeof ModeratorAction>

export const moderatorActions = defineTable({
  name: 'moderator_actions',
  row: ModeratorAction,
  indexes: [['userId', 'at'], ['userId', 'type', 'at'], ['type', 'at'], ['at']],
  visibility: staff,
})

export const limitUnits = { minutes: 60_000, hours: hourMs, days: day, weeks: 7 * day } as const

/** How often a member may write, as a moderator has said. For its member and the staff. */
export const UserRateLimit = z.object({
  id: Id,
  userId: Id,
  type: z.enum(['allComments', 'allPosts']),
  intervalLength: z.number(),
  intervalUnit: z.enum(['minutes', 'hours', 'days', 'weeks']),
  /** 0: nothing until its end. */
  actionsPerInterval: z.number(),
  /** Its member is notified. */
  reason: z.string(),
  byId: Id,
  at: Time,
  endsAt: Time,
  /** It has ended, and its member was brought before the moderators once more. */
  isNoticed: z.optional(z.boolean()),
})
export type UserRateLimit = z.infer<typeof UserRateLimit>

export const userRateLimits = defineTable({
  name: 'user_rate_limits',
  row: UserRateLimit,
  indexes: [['userId', 'endsAt'], ['endsAt']],
  visibility: { scope: (limit) => `user:${limit.userId}` },
})

/**
 * A member has guests' rights until `until`; id `MEMBER:TIME`. That they have, and why, is public;
 * what the staff wrote for each other is not.
 */
export const Ban = z.object({
  id: z.string(),
  userId: Id,
  at: Time,
  until: Time,
  publicReason: z.string(),
  privateNote: z.string(),
  byUserId: Id,
  liftedAt: z.nullable(Time),
  liftedById: z.nullable(Id),
  /** When it ends: its end, or when it was lifted. */
  endsAt: Time,
})
export type Ban = z.infer<typeof Ban>

export const bans = defineTable({
  name: 'bans',
  row: Ban,
  indexes: [['userId', 'at'], ['endsAt'], ['at']],
  visibility: { scope: () => 'mod' },
})

/**
 * What the staff did, and what private things they looked at. Only ever added to. For
 * administrators.
 */
export const AuditEntry = z.object({
  id: z.string(),
  at: Time,
  /** `null`: the server itself. */
  byId: z.nullable(Id),
  /** A mutation's name, or `read.` and what was read. */
  act: z.string(),
  /** Whom it concerns. */
  userId: z.nullable(Id),
  targetId: z.nullable(z.string()),
  /** Its arguments, or what was found. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditLog = defineTable({
  name: 'audit_log',
  row: AuditEntry,
  indexes: [['at'], ['userId', 'at'], ['byId', 'at']],
  visibility: { scope: () => 'mod' },
})

/**
 * An account whose work is being taken away, in steps; id: the member's. Goes on after a stop where
 * it was.
 */
export const Purge = z.object({
  id: Id,
  byId: Id,
  at: Time,
  /** What was taken away so far. */
  posts: z.number(),
  comments: z.number(),
  sequences: z.number(),
  votes: z.number(),
  /** Absent in what was purged before these were taken away too. */
  drafts: z.optional(z.number()),
  messages: z.optional(z.number()),
  wikiEdits: z.optional(z.number()),
  rsvps: z.optional(z.number()),
  /** `null`: it is not done yet. */
  doneAt: z.nullable(Time),
})
export type Purge = z.infer<typeof Purge>

export const purges = defineTable({
  name: 'purges',
  row: Purge,
  indexes: [['at'], ['doneAt']],
  visibility: staff,
})

/** How a member's newest work was received, as a job last found it; id: the member's. */
export const MemberReception = z.object({
  id: Id,
  /** What others' votes on the newest 20 posts and comments add up to, and on those of 30 days. */
  last20Karma: z.number(),
  monthKarma: z.number(),
  /** People who voted down something among them that stands at 0 or less. */
  downVoters: z.number(),
})
export type MemberReception = z.infer<typeof MemberReception>

export const memberReceptions = defineTable({ name: 'member_receptions', row: MemberReception, indexes: [], visibility: staff })
