import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { targetKinds } from '../votes/schema.ts'

/** What a member keeps for later; id `user:target`. Taking it off the list keeps the row, so that the order of the list is a date. Written by its owner. */
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
  scope: (bookmark) => `user:${bookmark.userId}`,
  shape: (bookmark) => `me:${bookmark.userId}`,
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
  /** `postedAt` of the newest comment that was there to be seen: a time of the server's, so that no clock of a device decides what is new. 0: none. */
  seenUpTo: Time,
  /** When the post was last opened. */
  readAt: Time,
})
export type ReadMark = z.infer<typeof ReadMark>

export const readMarks = defineTable({
  name: 'read_marks',
  row: ReadMark,
  indexes: [['userId', 'readAt']],
  scope: (mark) => `user:${mark.userId}`,
  shape: (mark) => `me:${mark.userId}`,
})

export function readMarkId(userId: string, postId: string): string {
  return `${userId}:${postId}`
}
