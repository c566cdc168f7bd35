import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'

/**
 * A listing says that a post stands in a list, with everything the list may be sorted by: one row
 * per (feed, post), id `feed:POST`. Feeds: `all`, `frontpage`, `personal`, `curated`, `questions`,
 * `relatedQuestions` (those kept out of the others), `notRecommended`, `linkposts`, `tag:SLUG`,
 * `author:USER`, `reached:KARMA`. Derived whenever the post or its tally changes, and by the
 * scoring job as time passes; so every list of posts is one index walk, however many posts there
 * are.
 */
export const Listing = z.object({
  id: z.string(),
  feed: z.string(),
  postId: Id,
  publishedAt: Time,
  /**
   * Date within the feed: curation in `curated`, the newest message in `dialogues`, publication
   * elsewhere.
   */
  at: Time,
  baseScore: z.number(),
  /**
   * Time-decayed score of §12.9 for all who are signed out (exponent 1.15, offset 6 h) as of
   * `scoredAt`.
   */
  score: z.number(),
  scoredAt: Time,
  /** `baseScore` over the mean of the post's 28-day period. */
  adjustedScore: z.number(),
  /** Publication until the first comment. */
  lastCommentedAt: Time,
  /** In `tag:SLUG`: above 0. */
  relevance: z.optional(z.number()),
})
export type Listing = z.infer<typeof Listing>

export const listings = defineTable({
  name: 'listings',
  row: Listing,
  indexes: [
    ['feed', 'score'],
    ['feed', 'at'],
    ['feed', 'baseScore'],
    ['feed', 'adjustedScore'],
    ['feed', 'lastCommentedAt'],
    ['feed', 'relevance', 'baseScore'],
    ['postId'],
  ],
  visibility: everyone,
})
