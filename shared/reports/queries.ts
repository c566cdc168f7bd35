import { defineQuery } from '../kernel/query.ts'
import { errorEvents, errorGroups, feedbackMessages } from './schema.ts'

export const groupSorts = ['lastSeenAt', 'firstSeenAt', 'count'] as const
export type GroupSort = (typeof groupSorts)[number]

/** The newest, or the most frequent, first. */
export const groupsBy = (state: 'open' | 'resolved', sort: GroupSort, limit: number) =>
  defineQuery({ table: errorGroups, index: ['state', sort], equals: [state], order: 'descending', limit })

/** The group that was seen longest ago first. */
export const groupsSeenLongestAgo = (limit: number) =>
  defineQuery({ table: errorGroups, index: ['lastSeenAt'], equals: [], order: 'ascending', limit })

/** Newest first. */
export const eventsOfGroup = (groupId: string, limit: number, offset = 0) =>
  defineQuery({ table: errorEvents, index: ['groupId', 'at'], equals: [groupId], order: 'descending', limit, offset })

/** Oldest first. */
export const oldestEvents = (limit: number) => defineQuery({ table: errorEvents, index: ['at'], equals: [], order: 'ascending', limit })

export const eventByDigest = (digest: string) =>
  defineQuery({ table: errorEvents, index: ['digest'], equals: [digest], order: 'descending', limit: 1 })

/** Newest first. */
export const feedbackIn = (state: 'open' | 'done', limit: number) =>
  defineQuery({ table: feedbackMessages, index: ['state', 'at'], equals: [state], order: 'descending', limit })

export const allFeedback = defineQuery({ table: feedbackMessages, index: ['state', 'at'], equals: [], order: 'ascending', limit: 1 })

export const oldestDone = defineQuery({ table: feedbackMessages, index: ['state', 'at'], equals: ['done'], order: 'ascending', limit: 1 })

export const withScreenshot = defineQuery({
  table: feedbackMessages,
  index: ['screenshot', 'state', 'at'],
  equals: ['kept'],
  order: 'ascending',
  limit: 1,
})

export const oldestDoneWithScreenshot = defineQuery({
  table: feedbackMessages,
  index: ['screenshot', 'state', 'at'],
  equals: ['kept', 'done'],
  order: 'ascending',
  limit: 1,
})
