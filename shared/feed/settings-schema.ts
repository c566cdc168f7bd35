import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'
import { canonicalFilters } from './filters.ts'

/** Of filters as text, brought into their one spelling. */
export const Filters = z.pipe(z.string().check(z.maxLength(2_000)), z.transform(canonicalFilters))

/** What a list on `/recommendations` is made from. */
export const RecommendSettings = z.strictObject({
  /** Only what the reader has not read yet. */
  isUnreadOnly: z.boolean(),
  method: z.enum(['sample', 'top']),
  includesPersonal: z.boolean(),
  hidesCurated: z.boolean(),
  hidesArchive: z.boolean(),
})
export type RecommendSettings = z.infer<typeof RecommendSettings>

/**
 * How a member wants the lists of the site; id: their own. Written by their owner, a field at a
 * time; absent: as everybody has it.
 */
export const FeedSettings = z.object({
  id: Id,
  /** Of the front page (`parseFilters`). */
  filters: z.string(),
  /** Of `/allPosts`: its query, without dates. */
  archive: z.string(),
  /** Of `/drafts`: its query. */
  drafts: z.optional(z.string()),
  recommend: z.nullable(RecommendSettings),
  /** Nothing is noted of what `/feed` has shown. */
  isIncognito: z.boolean(),
  changedAt: Time,
})
export type FeedSettings = z.infer<typeof FeedSettings>

export const feedSettings = defineTable({
  name: 'feed_settings',
  row: FeedSettings,
  indexes: [['changedAt']],
  visibility: own('id'),
})

export const hidingLists = ['front', 'recommended', 'feed', 'spotlights'] as const
export type HidingList = (typeof hidingLists)[number]
/** Those that posts are taken out of. */
export type ListOfPosts = Exclude<HidingList, 'spotlights'>
export const hidingReasons = ['', 'not-interested', 'seen-enough', 'not-this-author', 'low-quality'] as const

/**
 * What a member wants to see no more in one of the lists; id `USER:LIST:ITEM`. Written by its
 * owner.
 */
export const HiddenItem = z.object({
  id: z.string(),
  userId: Id,
  list: z.enum(hidingLists),
  /** A post, a comment in `feed`, or a spotlight. */
  itemId: Id,
  reason: z.enum(hidingReasons),
  isHidden: z.boolean(),
  changedAt: Time,
})
export type HiddenItem = z.infer<typeof HiddenItem>

export const hiddenItems = defineTable({
  name: 'hidden_items',
  row: HiddenItem,
  indexes: [['userId', 'changedAt']],
  visibility: own('userId'),
})

export const hiddenItemId = (userId: string, list: HidingList, itemId: string): string => `${userId}:${list}:${itemId}`

/**
 * What `/feed` has shown somebody in the last two days; id: theirs. Bounded, for the order of the
 * feed alone: it never leaves the server, and nobody else's reading looks at it.
 */
export const FeedTrace = z.object({
  id: Id,
  seen: z.array(
    z.object({
      itemId: Id,
      /** How often it was served. */
      served: z.number(),
      isViewed: z.boolean(),
      isExpanded: z.boolean(),
      at: Time,
    }),
  ),
})
export type FeedTrace = z.infer<typeof FeedTrace>

export const feedTraces = defineTable({
  name: 'feed_traces',
  row: FeedTrace,
  visibility: own('id', { isFollowed: false }),
  journal: false,
})

export const usualSettings = (userId: string): FeedSettings => ({
  id: userId,
  filters: '',
  archive: '',
  recommend: null,
  isIncognito: false,
  changedAt: 0,
})
