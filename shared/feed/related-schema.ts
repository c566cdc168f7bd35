import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone } from '../kernel/visibility.ts'

/**
 * Where a reader of a post may go on, id the post's: the nearest first. Derived by the server now
 * and then, so that a page depends on these few posts and not on all that have its tags.
 */
export const RelatedPosts = z.object({ id: Id, postIds: z.array(Id), madeAt: Time })
export type RelatedPosts = z.infer<typeof RelatedPosts>

// Ids of public posts; what became of one since is asked when it is shown.
export const relatedPosts = defineTable({ name: 'related_posts', row: RelatedPosts, visibility: everyone })
