import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineQuery } from '../kernel/query.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'

export const logKinds = [
  'moderatorComment',
  'deletedComment',
  'rejectedPost',
  'rejectedComment',
  'barredFromPost',
  'barredByAuthor',
] as const
export type LogKind = (typeof logKinds)[number]

/**
 * What stands in the moderation log that everybody reads; id `KIND:TARGET`. Ids and a number:
 * everything else is read from what it is about, as its reader may see that. Derived.
 */
export const LogEntry = z.object({
  id: z.string(),
  kind: z.enum(logKinds),
  /** A post, a comment, or of `barredByAuthor` that author. */
  targetId: Id,
  /** Who wrote what it is about. */
  authorId: Id,
  at: Time,
  /** Of `deletedComment`: its author did it. */
  isOwn: z.boolean(),
  /** Of bans from a discussion: of how many. Who they are is not everybody's business. */
  count: z.number(),
})
export type LogEntry = z.infer<typeof LogEntry>

export const moderationLog = defineTable({ name: 'moderation_log', row: LogEntry, indexes: [['kind', 'at']], visibility: everyone })

export const logOf = (kind: LogKind, limit: number, offset: number) =>
  defineQuery({ table: moderationLog, index: ['kind', 'at'], equals: [kind], order: 'descending', limit, offset })
