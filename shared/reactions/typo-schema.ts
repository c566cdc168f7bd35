import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { targetKinds } from '../votes/schema.ts'
import { Quote } from './schema.ts'

/**
 * A correction that a reader proposes to whoever wrote the words. Follows from a reaction that
 * carries a proposal (one row for each, however often it is changed); what becomes of it its
 * authors decide. Never public: for its proposer, and for who may decide.
 */
export const TypoSuggestion = z.object({
  id: Id,
  userId: Id,
  targetKind: z.enum(targetKinds),
  targetId: Id,
  postId: Id,
  /** Whose words they are: of a post its first author. */
  ownerId: Id,
  /** That of the reaction. */
  part: z.string(),
  quote: Quote,
  replacement: z.string(),
  explanation: z.string(),
  proposedAt: Time,
  /** `withdrawn`: its proposer took the reaction back before anybody had decided. */
  verdict: z.enum(['open', 'accepted', 'dismissed', 'withdrawn']),
  decidedAt: z.nullable(Time),
  decidedById: z.nullable(Id),
})
export type TypoSuggestion = z.infer<typeof TypoSuggestion>

export const typoSuggestions = defineTable({
  name: 'typo_suggestions',
  row: TypoSuggestion,
  indexes: [
    ['userId', 'targetId', 'part'],
    ['targetId', 'verdict', 'proposedAt'],
    ['ownerId', 'verdict', 'proposedAt'],
  ],
  unique: [['userId', 'targetId', 'part']],
  visibility: { scope: (typo) => `user:${typo.ownerId}` },
})
