import { defineDomain, facesOf, inOutbox, readPolicy } from '../kernel/domain.ts'
import { openReportsOn } from '../content-reports/queries.ts'
import { isStaff } from '../kernel/viewer.ts'
import { links } from '../links.ts'
import {
  addParticipants,
  beginConversation,
  leaveConversation,
  renameConversation,
  sendMessage,
  setConversationRead,
  setOwnConversation,
} from './mutations.ts'
import { canReadConversation } from './rules.ts'
import { conversationAliases, conversations, conversationStates, messages } from './schema.ts'

export const messagesDomain = defineDomain({
  tables: [conversations, messages, conversationStates, conversationAliases],
  mutations: [
    ...[beginConversation, sendMessage, renameConversation, addParticipants],
    ...[leaveConversation, setOwnConversation, setConversationRead],
  ],
  policies: [
    readPolicy(conversations, (conversation, viewer) => (canReadConversation(viewer, conversation).allowed ? conversation : undefined)),
    readPolicy(messages, async (message, viewer, read) => {
      const conversation = await read.get(conversations, message.conversationId)
      if (conversation !== undefined && canReadConversation(viewer, conversation).allowed) return message
      // The staff read what was reported to them, that message alone, until it is answered.
      return isStaff(viewer) && (await read.list(openReportsOn(message.id, 1))).length > 0 ? message : undefined
    }),
  ],
  faces: [
    facesOf(conversations, ({ participantIds }) => participantIds),
    facesOf(messages, ({ userId, event }) => [userId, ...(event?.userIds ?? [])]),
  ],
  outboxWords: [
    inOutbox(beginConversation, ({ id }) => ({ what: 'Message', about: { kind: 'page', href: links.inbox({ conversation: id }) } })),
    inOutbox(sendMessage, ({ conversationId }) => ({
      what: 'Message',
      about: { kind: 'page', href: links.inbox({ conversation: conversationId }) },
    })),
    inOutbox(setOwnConversation, ({ id, change: { field, value } }) => ({
      what:
        field === 'isArchived'
          ? value
            ? 'Archiving a conversation'
            : 'Unarchiving a conversation'
          : value
            ? 'Muting a conversation'
            : 'Unmuting a conversation',
      about: { kind: 'page', href: links.inbox({ conversation: id }) },
    })),
  ],
})
