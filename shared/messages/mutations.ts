import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Conversation, ConversationState, Message } from './schema.ts'
import { members } from '../accounts/schema.ts'
import { withMentions } from '../accounts/typed-mentions.ts'
import { requireCommentPictures, Uploading } from '../comments/pictures.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, line } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { recentOf } from '../notifications/queries.ts'
import { notifications } from '../notifications/schema.ts'
import { CommentBody } from '../text/schema.ts'
import { contactsOf, conversationFacts, conversationOf, untitledBetween } from './queries.ts'
import { canAddParticipants, canBeginConversation, canRenameConversation, canSendMessage, canUseConversation } from './rules.ts'
import {
  conversationAliases,
  conversationLimits,
  conversations,
  conversationStates,
  keyOfParticipants,
  messages,
  shapeOf,
  stateId,
} from './schema.ts'

export const Title = line(0, conversationLimits.title)
export const Others = z.array(Id).check(z.minLength(1), z.maxLength(conversationLimits.participants))

/**
 * Who takes part in a new one. @throws AppError 'invalid' where that is nobody else, or too many.
 */
export function withOthers(userId: string, participantIds: readonly string[]): string[] {
  const everyone = [...new Set([userId, ...participantIds])]
  if (everyone.length < 2) throw new AppError('invalid', { field: 'participantIds', message: 'a conversation with oneself' })
  if (everyone.length > conversationLimits.participants) throw new AppError('invalid', { field: 'participantIds' })
  return everyone
}

/**
 * Begins a conversation with its first message; without a title, in the one that the same members
 * have already. That they are members the server asks.
 */
export const beginConversation = defineMutation({
  name: 'conversations.begin',
  runs: 'device',
  args: z.strictObject({ id: Id, messageId: Id, participantIds: Others, title: Title, body: CommentBody, uploading: Uploading }),
  makes: ({ id }) => id,
  opens: ({ id }) => shapeOf(id),
  async run(context, { id, messageId, participantIds, title, body }) {
    const { tx, viewer, now } = context
    authorize(canBeginConversation(viewer))
    const { userId } = signedIn(viewer)
    const everyone = withOthers(userId, participantIds)
    const here = await conversationOf(tx, id)
    if (here !== undefined) {
      if (!here.participantIds.includes(userId) || (await tx.get(messages, messageId))?.userId !== userId)
        throw new AppError('taken', { field: 'id' })
      return
    }
    const found = title === '' ? await untitledBetween(tx, everyone) : undefined
    if (found !== undefined) {
      authorize(canSendMessage(viewer, found, await conversationFacts(tx, userId, found.participantIds, now)))
      await tx.put(conversationAliases, { id, userId, conversationId: found.id })
      return addMessage(context, found, { id: messageId, body, event: null })
    }
    const contacts = new Set([...(await contactsOf(tx, userId)), ...everyone.filter((each) => each !== userId)])
    authorize(canBeginConversation(viewer, contacts.size))
    await addMessage(
      context,
      {
        ...{ id, creatorId: userId, participantIds: everyone, title: title === '' ? null : title, createdAt: now, latestAt: now },
        ...{ participantsKey: title === '' ? keyOfParticipants(everyone) : null, latestMessageId: messageId, messageCount: 0 },
      },
      { id: messageId, body, event: null },
    )
  },
})

/** Running it twice with one id leaves one message. */
export const sendMessage = defineMutation({
  name: 'messages.send',
  runs: 'device',
  args: z.strictObject({ id: Id, conversationId: Id, body: CommentBody, uploading: Uploading }),
  makes: ({ id }) => id,
  needs: ({ conversationId }) => [conversationId],
  async run(context, { id, conversationId, body }) {
    const { tx, viewer, now } = context
    const { userId } = signedIn(viewer)
    const conversation = await conversationOf(tx, conversationId)
    if (conversation === undefined) throw new AppError('not-found', { message: `conversation ${conversationId}` })
    authorize(canSendMessage(viewer, conversation, await conversationFacts(tx, userId, conversation.participantIds, now)))
    await addMessage(context, joined(conversation, userId), { id, body, event: null })
  },
})

/** An empty title takes it away. */
export const renameConversation = defineMutation({
  name: 'conversations.rename',
  args: z.strictObject({ id: Id, title: Title }),
  async run(context, args) {
    const { tx, viewer } = context
    signedIn(viewer)
    const conversation = await readable(context, args.id)
    authorize(canRenameConversation(viewer, conversation))
    await tx.put(conversations, keyed({ ...conversation, title: args.title === '' ? null : args.title }))
  },
})

/** They read all of it, what was written before too. Who takes part already stays. */
export const addParticipants = defineMutation({
  name: 'conversations.addParticipants',
  args: z.strictObject({ id: Id, messageId: Id, participantIds: Others }),
  async run(context, { id, messageId, participantIds }) {
    const { tx, viewer } = context
    const { userId } = signedIn(viewer)
    const conversation = await readable(context, id)
    const added = [...new Set(participantIds)].filter((each) => !conversation.participantIds.includes(each))
    const contacts = viewer.kind === 'member' && viewer.isApproved ? 0 : new Set([...(await contactsOf(tx, userId)), ...added]).size
    authorize(canAddParticipants(viewer, conversation, contacts))
    if (added.length === 0) return
    const everyone = [...conversation.participantIds, ...added]
    if (everyone.length > conversationLimits.participants) throw new AppError('invalid', { field: 'participantIds' })
    const { moderatorIds } = conversation
    const asModerators = moderatorIds && { moderatorIds: [...moderatorIds, ...(await staffAmong(context, added))] }
    await addMessage(context, keyed({ ...conversation, participantIds: everyone, ...asModerators }), {
      id: messageId,
      body: null,
      event: { kind: 'added', userIds: added },
    })
  },
})

/** Those who stay see that somebody left; who left reads nothing of it any more. */
export const leaveConversation = defineMutation({
  name: 'conversations.leave',
  args: z.strictObject({ id: Id, messageId: Id }),
  async run(context, { id, messageId }) {
    const { tx, viewer } = context
    const { userId } = signedIn(viewer)
    const conversation = await readable(context, id)
    authorize(canUseConversation(viewer, conversation))
    // An earlier leaving's: who was added since would stay.
    if ((await tx.get(messages, messageId)) !== undefined) throw new AppError('taken', { field: 'messageId' })
    const participantIds = conversation.participantIds.filter((each) => each !== userId)
    const { moderatorIds, joinedIds } = conversation
    const asModerators = moderatorIds && { moderatorIds: moderatorIds.filter((each) => each !== userId) }
    const asJoined = joinedIds && { joinedIds: joinedIds.filter((each) => each !== userId) }
    await addMessage(context, keyed({ ...conversation, participantIds, ...asModerators, ...asJoined }), {
      id: messageId,
      body: null,
      event: { kind: 'left', userIds: [userId] },
    })
    await tx.delete(conversationStates, stateId(conversation.id, userId))
    for (const { id: noticeId, subject } of await tx.list(recentOf(userId)))
      if (subject?.kind === 'conversation' && subject.id === conversation.id) await tx.delete(notifications, noticeId)
  },
})

const OwnChange = z.union([
  z.strictObject({ field: z.literal('isArchived'), value: z.boolean() }),
  z.strictObject({ field: z.literal('isMuted'), value: z.boolean() }),
])

/** Archives a conversation, or mutes it, for oneself. */
export const setOwnConversation = defineMutation({
  name: 'conversations.setOwn',
  runs: 'device',
  args: z.strictObject({ id: Id, change: OwnChange }),
  needs: ({ id }) => [id],
  key: ({ id, change: { field } }) => `conversation:${id}:${field}`,
  async run(context, { id, change: { field, value } }) {
    const state = await ownState(context, id)
    if (state[field] !== value) await context.tx.put(conversationStates, { ...state, [field]: value })
  },
})

/** Read up to a message, or marked unread (`null`). What came since stays unread. */
export const setConversationRead = defineMutation({
  name: 'conversations.setRead',
  runs: 'device',
  isQuiet: true,
  args: z.strictObject({ id: Id, upTo: z.nullable(z.int().check(z.minimum(0))) }),
  needs: ({ id }) => [id],
  key: ({ id }) => `conversation:${id}:read`,
  async run(context, { id, upTo }) {
    const state = await ownState(context, id)
    const readN = upTo === null ? state.readN : Math.min(Math.max(state.readN, upTo), state.latestN)
    const isUnread = upTo === null || readN < state.latestN
    if (readN === state.readN && isUnread === state.isUnread) return
    await context.tx.put(conversationStates, { ...state, readN, isUnread })
    if (upTo !== null) await seeMessages(context, state.conversationId, readN)
  },
})

/** What told of the messages up to a number was seen with them. */
async function seeMessages({ tx, viewer, now }: MutationContext, conversationId: string, readN: number): Promise<void> {
  const told = (await tx.list(recentOf(signedIn(viewer).userId))).filter(
    ({ viewedAt, subject }) => viewedAt === null && subject?.kind === 'conversation' && subject.id === conversationId,
  )
  for (const notification of told) {
    const message = await tx.get(messages, notification.subject?.partId ?? '')
    if ((message?.n ?? 0) <= readN) await tx.put(notifications, { ...notification, viewedAt: now })
  }
}

/** @throws AppError 'not-found' to all who do not take part. */
async function readable({ tx, viewer }: MutationContext, id: string): Promise<Conversation> {
  const conversation = await conversationOf(tx, id)
  if (conversation === undefined) throw new AppError('not-found', { message: `conversation ${id}` })
  authorize(canUseConversation(viewer, conversation))
  return conversation
}

async function ownState(context: MutationContext, id: string): Promise<ConversationState> {
  const { userId } = signedIn(context.viewer)
  const conversation = await readable(context, id)
  const state = await context.tx.get(conversationStates, stateId(conversation.id, userId))
  if (state === undefined) throw new AppError('not-found')
  return state
}

/**
 * One of the moderators', or one that some of the staff have joined, is never found by its
 * participants: what they write is theirs alone.
 */
export function keyed(conversation: Conversation): Conversation {
  const { title, participantIds, moderatorIds, joinedIds = [] } = conversation
  const isFound = title === null && moderatorIds === undefined && joinedIds.length === 0
  return { ...conversation, participantsKey: isFound ? keyOfParticipants(participantIds) : null }
}

/** A moderator who writes in a conversation of the moderators' takes part from then on. */
function joined(conversation: Conversation, userId: string): Conversation {
  const { participantIds, moderatorIds } = conversation
  if (participantIds.includes(userId) || moderatorIds === undefined) return conversation
  return { ...conversation, participantIds: [...participantIds, userId], moderatorIds: [...moderatorIds, userId] }
}

export async function staffAmong({ tx }: MutationContext, ids: readonly string[]): Promise<readonly string[]> {
  const known = await tx.getMany(members, ids)
  return known.filter(({ isAdmin, groups }) => isAdmin || groups.includes('moderators')).map(({ id }) => id)
}

/** The sender's own state too; the others' are the server's to write. */
export async function addMessage(context: MutationContext, conversation: Conversation, message: Pick<Message, 'id' | 'body' | 'event'>) {
  const { tx, viewer, now } = context
  const { userId } = signedIn(viewer)
  const before = await tx.get(messages, message.id)
  if (before !== undefined) {
    if (before.userId !== userId || before.conversationId !== conversation.id) throw new AppError('taken', { field: 'id' })
    return
  }
  if (message.body !== null) requireCommentPictures(viewer, message.body)
  const n = conversation.messageCount + 1
  // No order comes from a clock that goes back.
  const at = Math.max(now, conversation.latestAt)
  const body = message.body === null ? null : await withMentions(tx, message.body, now)
  await tx.put(messages, { ...message, body, conversationId: conversation.id, userId, n, at })
  await tx.put(conversations, { ...conversation, messageCount: n, latestAt: at, latestMessageId: message.id })
  const id = stateId(conversation.id, userId)
  const isMuted = (await tx.get(conversationStates, id))?.isMuted ?? false
  await tx.put(conversationStates, {
    ...{ id, userId, conversationId: conversation.id, latestAt: at, latestN: n, readN: n },
    ...{ isUnread: false, isArchived: false, isMuted },
  })
}
