import * as z from 'zod/mini'
import { Id } from '../kernel/fields.ts'

/** What somebody is let do with a draft. `none`: shut out, also by the link. */
export const shareLevels = ['none', 'read', 'comment', 'edit'] as const
export const ShareLevel = z.enum(shareLevels)
export type ShareLevel = z.infer<typeof ShareLevel>

/**
 * One member's part in a text that others write. Their level is the link's as long as they came by
 * it and nobody said otherwise.
 */
export const Share = z.object({
  userId: Id,
  level: ShareLevel,
  isByLink: z.boolean(),
  /**
   * Asked to be a co-author, or to take part in a dialogue: their name stands on it once they have
   * agreed.
   */
  isInvited: z.optional(z.boolean()),
})
export type Share = z.infer<typeof Share>

/** The secret part of a link, and what whoever has it may do. Another key ends the link before. */
export const LinkShare = z.object({ level: ShareLevel, key: Id })
export type LinkShare = z.infer<typeof LinkShare>

export const maxShares = 50
