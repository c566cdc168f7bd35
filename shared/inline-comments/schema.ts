import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { Change } from './change.ts'

export const inlineCommentLimits = { body: 5_000, quote: 300, position: 500, perPost: 1_000, taken: 8 } as const

/**
 * A relative position of Yjs, encoded and in base64: it stays at its letter while the text around
 * it changes.
 */
const Position = z.string().check(z.minLength(1), z.maxLength(inlineCommentLimits.position), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))
export const Anchor = z.object({ start: Position, end: Position })
export type Anchor = z.infer<typeof Anchor>

const Whole = z.int().check(z.minimum(0), z.maximum(2 ** 32))
/**
 * What taking a proposal over has written into the text's document: so many items of one client of
 * Yjs, from this clock on.
 */
export const Taken = z.strictObject({ client: Whole, from: Whole, length: Whole })
export type Taken = z.infer<typeof Taken>

/**
 * Something said about a passage of a text that is being written, beside the text (sync.md 1.2).
 * Never public, also after publication. Written by: author (body), anyone who may comment inline
 * (resolved), author or the post's author (removal).
 */
export const InlineComment = z.object({
  id: Id,
  postId: Id,
  authorId: Id,
  /** `null` for the one that begins a thread; replies have no anchor of their own. */
  parentId: z.nullable(Id),
  /** `null`: about the text as a whole, or a reply. */
  anchor: z.nullable(Anchor),
  /** The passage as it read then, for when its place is gone. */
  quote: z.string(),
  /** What is proposed to be changed; absent for mere words. Gone once removed. */
  change: z.optional(Change),
  /** What became of that; it counts as resolved then. */
  verdict: z.optional(z.enum(['accepted', 'rejected'])),
  /**
   * Where it was taken over, in the order in which the server heard of it: the first stands, what
   * was written again apart from it goes.
   */
  taken: z.optional(z.array(Taken).check(z.maxLength(inlineCommentLimits.taken))),
  /** Counts up with each change of who has a part in the text. */
  turns: z.optional(z.number()),
  /** Plain, as typed; empty once removed, and with a proposal that says enough by itself. */
  body: z.string(),
  createdAt: Time,
  editedAt: z.nullable(Time),
  resolvedAt: z.nullable(Time),
  resolvedById: z.nullable(Id),
  removedAt: z.nullable(Time),
})
export type InlineComment = z.infer<typeof InlineComment>

export const inlineComments = defineTable({
  name: 'remarks',
  row: InlineComment,
  indexes: [['postId', 'createdAt']],
  visibility: { scope: (inlineComment) => `draft:${inlineComment.postId}`, shape: (inlineComment) => `draft:${inlineComment.postId}` },
})
