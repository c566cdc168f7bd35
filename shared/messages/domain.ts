import { defineDomain, facesOf, inOutbox, readPolicy } from '../kernel/domain.ts'
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
import { conversationPolicy, messagePolicy } from './read-policies.ts'
import { conversationAliases, conversations, conversationStates, messages } from './schema.ts'

export const messagesDomain = defineDomain({
  tables: [conversations, messages, conversationStates, conversationAliases],
  mutations: [
    ...[beginConversation, sendMessage, renameConversation, addParticipants],
    ...[leaveConversation, setOwnConversation, setConversationRead],
  ],
  policies: [readPolicy(conversations, conversationPolicy), readPolicy(messages, messagePolicy)],
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
