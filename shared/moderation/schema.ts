import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'

/**
 * Where somebody is kept from commenting: under one post, under its author's posts that are not on
 * the front page, or under all of them.
 */
export const barScopes = ['post', 'personal', 'all'] as const
export const BarScope = z.enum(barScopes)
export type BarScope = z.infer<typeof BarScope>

/**
 * An author keeps a member from commenting; id `POST:USER`, or `AUTHOR:USER` where it holds for
 * more than one post. For the author, the one it concerns and the staff; nobody else learns of it.
 * Written by whoever moderates the post.
 */
export const ThreadBan = z.object({
  id: z.string(),
  /** Whose posts it is about. */
  ownerId: Id,
  /** `null`: it holds for more than one. */
  postId: z.nullable(Id),
  userId: Id,
  scope: BarScope,
  byId: Id,
  at: Time,
})
export type ThreadBan = z.infer<typeof ThreadBan>

export const threadBans = defineTable({
  name: 'thread_bans',
  row: ThreadBan,
  indexes: [
    ['ownerId', 'at'],
    ['postId', 'at'],
  ],
  visibility: { scope: (ban) => `user:${ban.ownerId}` },
})

export const threadBanId = (place: string, userId: string): string => `${place}:${userId}`
