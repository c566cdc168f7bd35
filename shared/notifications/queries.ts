import type { Read } from '../kernel/transaction.ts'
import { defineQuery } from '../kernel/query.ts'
import { karmaNews } from './karma-schema.ts'
import { noticeLimits } from './types.ts'
import type { NoticeSettings } from './schema.ts'
import { notifications, noticeSettings, noticeSettingsOf } from './schema.ts'

/** What a member was told, newest first; as far as a device has it, on a device. */
export const notificationsOf = (userId: string, limit: number, offset = 0) =>
  defineQuery({ table: notifications, index: ['userId', 'at'], equals: [userId], order: 'descending', limit, offset })

/** Those in the bell, newest first. */
export const recentOf = (userId: string, limit: number = noticeLimits.maxOnDevices + 50) =>
  defineQuery({ table: notifications, index: ['userId', 'place', 'at'], equals: [userId, 'recent'], order: 'descending', limit })

/** Those of one cause, a piece at a time. */
export const ofCause = (cause: string, limit: number) =>
  defineQuery({ table: notifications, index: ['cause', 'userId'], equals: [cause], order: 'ascending', limit })

/** Everything about a post and its discussion, a piece at a time. */
export const aboutPost = (postId: string, limit: number) =>
  defineQuery({ table: notifications, index: ['postId', 'cause'], equals: [postId], order: 'ascending', limit })

/** Seen before a time, for tidying up. */
export const viewedBefore = (until: number, limit: number) =>
  defineQuery({ table: notifications, index: ['viewedAt'], equals: [], from: 0, until, order: 'ascending', limit })

/** One row, or none. As a list, which a device has whole or not at all. */
export const settingsRowOf = (userId: string) =>
  defineQuery({ table: noticeSettings, index: ['userId', 'changedAt'], equals: [userId], order: 'descending', limit: 1 })

/** One row, or none; as a list for the same reason. */
export const karmaNewsOf = (userId: string) =>
  defineQuery({ table: karmaNews, index: ['userId', 'at'], equals: [userId], order: 'descending', limit: 1 })

export async function settingsOf(read: Read, userId: string): Promise<NoticeSettings> {
  return noticeSettingsOf(userId, await read.get(noticeSettings, userId))
}
