import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'
import { targetKinds } from '../votes/schema.ts'
import { TextPlace } from './text-place.ts'

/**
 * What a member keeps for later; id `user:target`. Taking it off the list keeps the row, so that
 * the order of the list is a date. Written by its owner.
 */
export const Bookmark = z.object({
  id: z.string(),
  userId: Id,
  targetKind: z.enum(targetKinds),
  targetId: Id,
  /** The post itself, or the post the comment stands under. */
  postId: Id,
  isSaved: z.boolean(),
  changedAt: Time,
})
export type Bookmark = z.infer<typeof Bookmark>

export const bookmarks = defineTable({
  name: 'bookmarks',
  row: Bookmark,
  indexes: [['userId', 'changedAt']],
  visibility: own('userId'),
})

export function bookmarkId(userId: string, targetId: string): string {
  return `${userId}:${targetId}`
}

/** What a member has read of a post; id `user:post`. Written by its owner. */
export const ReadMark = z.object({
  id: z.string(),
  userId: Id,
  postId: Id,
  isRead: z.boolean(),
  /**
   * `postedAt` of the newest comment that was there to be seen: a time of the server's, so that no
   * clock of a device decides what is new. 0: none.
   */
  seenUpTo: Time,
  /** When the post was last opened. */
  readAt: Time,
  /** Earlier visits, newest first: when, and how much had been seen then. */
  visits: z.optional(z.array(z.object({ at: Time, seenUpTo: Time }))),
})
export type ReadMark = z.infer<typeof ReadMark>

export const readMarks = defineTable({
  name: 'read_marks',
  row: ReadMark,
  indexes: [['userId', 'readAt']],
  visibility: own('userId'),
})

export function readMarkId(userId: string, postId: string): string {
  return `${userId}:${postId}`
}

/**
 * Where a member stopped in a post; id `user:post`. Written by their devices, now and then, and not
 * for what is read in one go.
 */
export const ReadingPlace = z.object({
  id: z.string(),
  userId: Id,
  postId: Id,
  place: TextPlace,
  /** 90 % of it have been in sight: nothing to go on with. */
  isFinished: z.boolean(),
  keptAt: Time,
})
export type ReadingPlace = z.infer<typeof ReadingPlace>

export const readingPlaces = defineTable({
  name: 'reading_places',
  row: ReadingPlace,
  indexes: [['userId', 'keptAt']],
  visibility: own('userId'),
})

export function readingPlaceId(userId: string, postId: string): string {
  return `${userId}:${postId}`
}

/**
 * How a member likes to read, on all their devices; id is the member's. Each value is one of what
 * `isReaderSetting` allows. Written by its owner.
 */
export const ReaderSettings = z.object({
  id: Id,
  values: z.record(z.string(), z.string()),
  changedAt: Time,
})
export type ReaderSettings = z.infer<typeof ReaderSettings>

export const readerSettings = defineTable({
  name: 'reader_settings',
  row: ReaderSettings,
  indexes: [['changedAt']],
  visibility: own('id'),
})
