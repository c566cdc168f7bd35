import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { staff } from '../kernel/visibility.ts'

/**
 * The moderators' inbox, derived with every message: a row for each conversation (`userId: ''`),
 * id `CONVERSATION`, and one for each member it is with, id `CONVERSATION:USER`.
 */
export const ModeratorConversation = z.object({ id: z.string(), conversationId: Id, userId: z.string(), latestAt: Time })
export type ModeratorConversation = z.infer<typeof ModeratorConversation>

export const moderatorConversations = defineTable({
  name: 'moderator_conversations',
  row: ModeratorConversation,
  indexes: [['userId', 'latestAt'], ['conversationId']],
  visibility: staff,
})
