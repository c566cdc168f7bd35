import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'
import { CommentBody } from '../text/schema.ts'

/** A conversation's participants, its creator included; and how long its title may be. */
export const conversationLimits = { participants: 30, title: 200, listed: 50, messages: 50 } as const

/**
 * Members who write to each other in private. Its participants read it, and nobody else: the policy
 * asks `participantIds` at every read, so that those who leave lose all of it.
 */
export const Conversation = z.object({
  id: Id,
  /** `null`: it goes by the names of its participants. */
  title: z.nullable(z.string()),
  creatorId: Id,
  participantIds: z.array(Id),
  /**
   * Set where moderators began it as such: who of its participants takes part for them. They read
   * it as long as they have the role, as do all other moderators.
   */
  moderatorIds: z.optional(z.array(Id)),
  /** Who of its participants joined as one of the staff: they read it as long as they are. */
  joinedIds: z.optional(z.array(Id)),
  /** Of an untitled one: who takes part, in one order, so that it is found again. */
  participantsKey: z.nullable(z.string()),
  createdAt: Time,
  /** Of the newest message; derived in the mutation that adds one. */
  latestAt: Time,
  latestMessageId: Id,
  messageCount: z.number(),
})
export type Conversation = z.infer<typeof Conversation>

export const conversations = defineTable({
  name: 'conversations',
  row: Conversation,
  indexes: [
    ['participantsKey', 'createdAt'],
    ['creatorId', 'createdAt'],
  ],
  visibility: { scope: ({ id }) => shapeOf(id), shape: ({ id }) => shapeOf(id) },
})

/** What somebody wrote in a conversation, or what happened in it. Changed by removal only. */
export const Message = z.object({
  id: Id,
  conversationId: Id,
  userId: Id,
  /** The first is 1. */
  n: z.number(),
  at: Time,
  /**
   * Checked JSON of the comment profile. `null` for what happened, and, without an `event`, for
   * what a moderator removed, with its sender's account or by itself.
   */
  body: z.nullable(CommentBody),
  event: z.nullable(z.object({ kind: z.enum(['added', 'left']), userIds: z.array(Id) })),
})
export type Message = z.infer<typeof Message>

export const messages = defineTable({
  name: 'messages',
  row: Message,
  indexes: [
    ['conversationId', 'n'],
    ['userId', 'at'],
  ],
  visibility: { scope: ({ conversationId }) => shapeOf(conversationId), shape: ({ conversationId }) => shapeOf(conversationId) },
})

/**
 * What a conversation is to one participant; id `CONVERSATION:USER`. Nobody else learns what they
 * have read, archived or muted. Written by its owner; what arrives is noted by the server
 * (`sync-server/features/messages/triggers.ts`).
 */
export const ConversationState = z.object({
  id: z.string(),
  userId: Id,
  conversationId: Id,
  latestAt: Time,
  latestN: z.number(),
  /** Number of the last message that its owner has seen. */
  readN: z.number(),
  isUnread: z.boolean(),
  isArchived: z.boolean(),
  isMuted: z.boolean(),
})
export type ConversationState = z.infer<typeof ConversationState>

export const conversationStates = defineTable({
  name: 'conversation_states',
  row: ConversationState,
  indexes: [
    ['userId', 'isArchived', 'latestAt'],
    ['userId', 'isUnread', 'isArchived'],
  ],
  visibility: own('userId'),
})

/**
 * A conversation that was begun while another of the same participants was there already, on a
 * device that did not know: its id stands for the other one's.
 */
export const ConversationAlias = z.object({ id: Id, userId: Id, conversationId: Id })
export type ConversationAlias = z.infer<typeof ConversationAlias>

export const conversationAliases = defineTable({
  name: 'conversation_aliases',
  row: ConversationAlias,
  indexes: [['conversationId']],
  visibility: own('userId'),
})

/** Its rows on devices: those of its participants follow it. */
export const shapeOf = (conversationId: string): string => `conversation:${conversationId}`
export const stateId = (conversationId: string, userId: string): string => `${conversationId}:${userId}`
export const keyOfParticipants = (ids: readonly string[]): string => ids.toSorted().join(' ')
