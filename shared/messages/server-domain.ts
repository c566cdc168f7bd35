import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { isAdmin, isSelf } from '../kernel/viewer.ts'
import { beginAsModerators } from './moderator-mutations.ts'
import { moderatorConversations } from './moderator-schema.ts'
import { messagePictures } from './picture-schema.ts'
import { conversationPolicyOnServer, messagePolicyOnServer } from './read-policies.ts'
import { removeMessage } from './removal-mutations.ts'
import { conversations, messages } from './schema.ts'
import { endReading, joinAsStaff, readForReason } from './staff-reading-mutations.ts'
import { staffReadings } from './staff-reading-schema.ts'

/** The moderators' part: no device has anything of it but what its member takes part in. */
export const messagesOnServer = defineDomain({
  tables: [moderatorConversations, staffReadings, messagePictures],
  mutations: [beginAsModerators, readForReason, joinAsStaff, endReading, removeMessage],
  policies: [
    readPolicy(staffReadings, (reading, viewer) => (isSelf(viewer, reading.byId) || isAdmin(viewer) ? reading : undefined)),
    // In place of those that devices have.
    readPolicy(conversations, conversationPolicyOnServer),
    readPolicy(messages, messagePolicyOnServer),
  ],
})
