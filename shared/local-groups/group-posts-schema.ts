import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone, likePost } from '../kernel/visibility.ts'

/**
 * A post of a local group, an event or another; id: the post's. Written with the post, which says
 * the same (`Post.groupId`).
 */
export const GroupPost = z.object({
  id: Id,
  groupId: Id,
  isEvent: z.boolean(),
  /** When it came into the group. */
  at: Time,
})
export type GroupPost = z.infer<typeof GroupPost>

export const groupPosts = defineTable({
  name: 'group_posts',
  row: GroupPost,
  indexes: [['groupId', 'isEvent', 'at']],
  visibility: likePost('id', { isFollowed: false }),
})

/**
 * Who organizes a group, a row each; id `GROUP:USER`. Follows from the group, for notifications and
 * for the organizer's page.
 */
export const GroupOrganizer = z.object({
  id: z.string(),
  groupId: Id,
  userId: Id,
  /** Who made them one; `null`: they were before there was this. */
  byId: z.nullable(Id),
  at: Time,
})
export type GroupOrganizer = z.infer<typeof GroupOrganizer>

export const groupOrganizers = defineTable({
  name: 'group_organizers',
  row: GroupOrganizer,
  indexes: [
    ['groupId', 'at'],
    ['userId', 'at'],
  ],
  // As the group's own list of them.
  visibility: everyone,
})

export const organizerId = (groupId: string, userId: string): string => `${groupId}:${userId}`
