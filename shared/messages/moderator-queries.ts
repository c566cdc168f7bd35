import { defineQuery } from '../kernel/query.ts'
import { moderatorConversations } from './moderator-schema.ts'
import { conversationLimits } from './schema.ts'

/**
 * The moderators' conversations, newest activity first: all of them (`''`), or those with a
 * member.
 */
export const moderatorConversationsWith = (userId: string, limit: number) =>
  defineQuery({ table: moderatorConversations, index: ['userId', 'latestAt'], equals: [userId], order: 'descending', limit })

/** What the moderators' inbox has of one conversation. */
export const moderatorRowsOf = (conversationId: string) =>
  defineQuery({
    ...{ table: moderatorConversations, index: ['conversationId'], equals: [conversationId], order: 'ascending' },
    limit: conversationLimits.participants + 1,
  })
