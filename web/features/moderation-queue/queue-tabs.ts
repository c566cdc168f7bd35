import type { QueueGroup } from '#shared/moderation/action-types.ts'

/** Members by group, all of them, and what waits beside them. */
export const queueTabs = [
  'newContent',
  'offboard',
  'highContext',
  'maybeSpam',
  'automod',
  'snoozeExpired',
  'unknown',
  'all',
  'posts',
  'reports',
] as const
export type QueueTab = (typeof queueTabs)[number]

export const tabWords: Readonly<Record<QueueTab, string>> = {
  newContent: 'New content',
  offboard: 'Consider removal',
  highContext: 'Needs context',
  maybeSpam: 'Maybe spam',
  automod: 'Automod',
  snoozeExpired: 'Snooze expired',
  unknown: 'Other',
  all: 'All',
  posts: 'Posts',
  reports: 'Reports',
}

export const isOfMembers = (tab: QueueTab): tab is QueueGroup | 'all' => tab !== 'posts' && tab !== 'reports'
