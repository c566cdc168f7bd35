import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { tagVoters } from './schema.ts'

/**
 * What chips, lists and rules must know of a tag: carried by each of its rels, so that whoever
 * holds a post holds the names of its tags.
 */
export const TagFacts = z.object({
  name: z.string(),
  slug: z.string(),
  /** Lists and filters go by slugs: those who asked for an earlier one go on to find the posts. */
  oldSlugs: z.optional(z.array(z.string())),
  isCore: z.optional(z.boolean()),
  /** Only a post's authors, and staff, apply it and vote on it. */
  isAuthorOnly: z.optional(z.boolean()),
  /** See `tagScoreOf`. */
  isRemovalResistant: z.optional(z.boolean()),
  /** Who may vote, where not all may. */
  voters: z.optional(z.array(z.enum(tagVoters))),
  /** Its page is deleted, or is no tag any more, or it was never accepted: it stands at no post. */
  isAway: z.optional(z.boolean()),
  /** It waits to be accepted; then it is away, too. */
  isProposed: z.optional(z.boolean()),
})
export type TagFacts = z.infer<typeof TagFacts>

/**
 * A tag was put to a post; id `POST:TAG`, so that a pair has one however many apply it. What
 * members make of it are `tagVotes`.
 */
export const TagRel = z.object({
  id: z.string(),
  postId: Id,
  tagId: Id,
  /** Who applied it first. */
  userId: Id,
  appliedAt: Time,
  /** Of the tag, as it is; kept up by the server. */
  tag: TagFacts,
  /** Sum of the votes' powers; derived, like all below. */
  baseScore: z.number(),
  voteCount: z.number(),
  /**
   * Somebody holds it up who may, and no moderator is against it: for tags that are
   * removal-resistant.
   */
  isHeldUp: z.boolean(),
  /** The tag is at the post while this is above 0. */
  relevance: z.number(),
})
export type TagRel = z.infer<typeof TagRel>

export const tagRels = defineTable({
  name: 'tag_rels',
  row: TagRel,
  indexes: [['postId'], ['tagId', 'appliedAt']],
  visibility: { scope: () => 'public', shape: (rel) => `thread:${rel.postId}` },
})

/**
 * How relevant a member thinks a tag is to a post; id `USER:POST:TAG`. Public, with voter and power
 * (content.md 9.12). Upserted, never added to.
 */
export const TagVote = z.object({
  id: z.string(),
  userId: Id,
  postId: Id,
  tagId: Id,
  relId: z.string(),
  value: z.literal([-2, -1, 0, 1, 2]),
  /** Signed strength at the time of voting, from the voter's karma. */
  power: z.number(),
  /**
   * How much of `power` the rel holds already; derived, so that deriving twice adds nothing twice.
   */
  tallied: z.number(),
  /**
   * `up`: by somebody who can hold up a removal-resistant tag; `down`: by a moderator; both as they
   * were when they voted.
   */
  hold: z.enum(['none', 'up', 'down']),
  /**
   * It came with a publication that named the tag; the next one that does not name it takes it
   * back.
   */
  isRequest: z.optional(z.boolean()),
  /** `null`: taken back. */
  at: z.nullable(Time),
})
export type TagVote = z.infer<typeof TagVote>

export const tagVotes = defineTable({
  name: 'tag_votes',
  row: TagVote,
  indexes: [['relId', 'hold'], ['userId', 'postId'], ['at']],
  // Beside its rel, so that both are always of one moment on a device.
  visibility: { scope: () => 'public', shape: (vote) => `thread:${vote.postId}` },
})

export const relId = (postId: string, tagId: string): string => `${postId}:${tagId}`
export const tagVoteId = (userId: string, postId: string, tagId: string): string => `${userId}:${postId}:${tagId}`
