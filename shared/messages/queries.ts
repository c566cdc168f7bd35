import type { Read } from '../kernel/transaction.ts'
import type { Conversation } from './schema.ts'
import { members } from '../accounts/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { canReceiveMessages } from './rules.ts'
import { conversationAliases, conversationLimits, conversations, conversationStates, keyOfParticipants, messages } from './schema.ts'

/** A member's conversations, newest activity first. */
export const statesOf = (userId: string, isArchived: boolean, limit: number = conversationLimits.listed) =>
  defineQuery({
    table: conversationStates,
    index: ['userId', 'isArchived', 'latestAt'],
    equals: [userId, isArchived],
    order: 'descending',
    limit,
  })

/** Those with something new in them. */
export const unreadStatesOf = (userId: string, limit: number) =>
  defineQuery({
    ...{ table: conversationStates, index: ['userId', 'isUnread', 'isArchived'], equals: [userId, true, false] },
    ...{ order: 'ascending', limit },
  })

/** The newest messages first; `before` is the number of a message. */
export const messagesOf = (conversationId: string, { limit, before }: { readonly limit: number; readonly before?: number | undefined }) =>
  defineQuery({
    ...{ table: messages, index: ['conversationId', 'n'], equals: [conversationId], order: 'descending', limit },
    ...(before !== undefined && { until: before }),
  })

const untitledOf = (participantIds: readonly string[]) =>
  defineQuery({
    ...{ table: conversations, index: ['participantsKey', 'createdAt'], equals: [keyOfParticipants(participantIds)] },
    ...{ order: 'ascending', limit: 1 },
  })

/** The untitled conversation of exactly these members. */
export async function untitledBetween(read: Read, participantIds: readonly string[]): Promise<Conversation | undefined> {
  return (await read.list(untitledOf(participantIds)))[0]
}

/** A conversation by its id, or by one that stands for it. */
export async function conversationOf(read: Read, id: string): Promise<Conversation | undefined> {
  const found = await read.get(conversations, id)
  if (found !== undefined) return found
  const alias = await read.get(conversationAliases, id)
  return alias === undefined ? undefined : read.get(conversations, alias.conversationId)
}

/** So many conversations of a newcomer's are looked at: more than they may begin. */
const beganLooked = 100

/** Whom a member has written to of themselves. */
export async function contactsOf(read: Read, userId: string): Promise<ReadonlySet<string>> {
  const began = await read.list(
    defineQuery({ table: conversations, index: ['creatorId', 'createdAt'], equals: [userId], order: 'descending', limit: beganLooked }),
  )
  return new Set(began.flatMap(({ participantIds }) => participantIds).filter((id) => id !== userId))
}

/**
 * What the rule of sending asks about those who take part. Members whom a device does not know
 * count as readers: the server decides.
 */
export async function conversationFacts(read: Read, userId: string, participantIds: readonly string[], now: number) {
  const known = await read.getMany(members, participantIds)
  const away = new Set(known.filter((member) => !canReceiveMessages(member, now).allowed).map(({ id }) => id))
  return {
    hasAdmin: known.some(({ isAdmin }) => isAdmin),
    hasReader: participantIds.some((id) => id !== userId && !away.has(id)),
  }
}
