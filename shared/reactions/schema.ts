import * as z from 'zod/mini'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'
import { targetKinds } from '../votes/schema.ts'
import { quoteLimits } from './quote-limits.ts'

/**
 * By its shape alone: what may be chosen is the palette's to say, and what once could be is still
 * shown.
 */
export const ReactionName = z.string().check(z.regex(/^[a-z]\w{0,39}$/iu))

/**
 * The words of a text that a reaction is about, and what stands beside them, so that the same words
 * elsewhere are not meant.
 */
export const Quote = z.strictObject({
  text: z.string().check(z.minLength(1), z.maxLength(quoteLimits.text)),
  before: z.string().check(z.maxLength(quoteLimits.around)),
  after: z.string().check(z.maxLength(quoteLimits.around)),
})
export type Quote = z.infer<typeof Quote>

/**
 * What a typo reaction on words may say beside: how they should read (empty: they should go), and
 * why. For who wrote the words alone.
 */
export const Proposal = z.strictObject({ replacement: line(0, quoteLimits.text), explanation: line(0, quoteLimits.text) })
export type Proposal = z.infer<typeof Proposal>

/** 1: reacted, -1: against that reaction, 0: taken back. */
export type ReactionValue = -1 | 0 | 1

/**
 * What one member makes of one reaction to one thing, or to some words of it; id
 * `USER:TARGET:PART`. Upserted, never added to.
 */
export const Reaction = z.object({
  id: z.string(),
  userId: Id,
  targetKind: z.enum(targetKinds),
  targetId: Id,
  postId: Id,
  reaction: ReactionName,
  /** See `partOf`: the reaction alone, or with a mark of the words it is about. */
  part: z.string(),
  quote: z.nullable(Quote),
  value: z.literal([-1, 0, 1]),
  proposal: z.optional(Proposal),
  /** What the counts of the target hold of it already; derived. */
  tallied: z.literal([-1, 0, 1]),
  /**
   * How it stands where those against it are as many as those for it: then the public row says
   * nothing of it, and only who took part is told. Derived; `null` while it is shown to all.
   */
  low: z.nullable(z.object({ for: z.number(), against: z.number() })),
  at: Time,
})
export type Reaction = z.infer<typeof Reaction>

export const reactions = defineTable({
  name: 'reactions',
  row: Reaction,
  indexes: [
    ['targetId', 'part', 'value', 'at'],
    ['targetId', 'reaction', 'value'],
    ['userId', 'postId', 'targetId'],
  ],
  visibility: own('userId'),
})

/** One reaction to one thing, or to some words of it, as everybody sees it. */
export const ReactionEntry = z.object({
  part: z.string(),
  reaction: ReactionName,
  quote: z.nullable(Quote),
  for: z.number(),
  against: z.number(),
  /** Ids of the first of those for it; more are only counted. */
  forIds: z.array(Id),
  againstIds: z.array(Id),
  /** Of the latest of those for it. */
  at: Time,
})
export type ReactionEntry = z.infer<typeof ReactionEntry>

/**
 * How a thing was reacted to; id: that of the post or comment. Only what more are for than against;
 * the row goes with the last of it, and with a removed comment.
 */
export const ReactionTally = z.object({
  id: Id,
  targetKind: z.enum(targetKinds),
  postId: Id,
  entries: z.array(ReactionEntry),
  /** Of the latest reaction that stands in it. */
  reactedAt: Time,
})
export type ReactionTally = z.infer<typeof ReactionTally>

export const reactionTallies = defineTable({
  name: 'reaction_tallies',
  row: ReactionTally,
  indexes: [['postId'], ['targetKind', 'reactedAt']],
  visibility: { scope: () => 'public', shape: (tally) => `thread:${tally.postId}` },
})

export const reactionId = (userId: string, targetId: string, part: string): string => `${userId}:${targetId}:${part}`

/**
 * What is counted together: a reaction to the whole, or to the very same words. The same on every
 * device.
 */
export function partOf(reaction: string, quote: Quote | null): string {
  if (quote === null) return reaction
  const text = `${quote.before}\n${quote.text}\n${quote.after}`
  return `${reaction}~${hash(text, 0x9747b28c)}${hash(text, 0x1b873593)}`
}

/** FNV-1a. Not against enemies: who finds two texts with one mark reacts to the other's words. */
function hash(text: string, seed: number): string {
  let value = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value >>> 0).toString(36).padStart(7, '0')
}
