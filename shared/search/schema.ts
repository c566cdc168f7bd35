import * as z from 'zod/mini'
import { Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'

export const synonymsId = 'synonyms'

/** Followed by the devices of members, whose own search reads the row. */
export const synonymsShape = 'search:synonyms'

/**
 * Search terms that mean the same, set by administrators: one row, or none where those that come
 * with the site hold. What a search finds shows them, so they are public.
 */
export const SearchSynonyms = z.object({
  id: z.literal(synonymsId),
  /** As typed: a group a line, its terms separated by commas. */
  text: z.string(),
  /** Made from `text`: folded terms, each as its words joined by a space. */
  groups: z.array(z.array(z.string())),
  changedAt: Time,
})
export type SearchSynonyms = z.infer<typeof SearchSynonyms>

export const searchSynonyms = defineTable({
  name: 'search_synonyms',
  row: SearchSynonyms,
  indexes: [['changedAt']],
  visibility: { ...everyone, shape: () => synonymsShape, isOnDevices: true },
})
