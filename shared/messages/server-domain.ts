import { defineDomain } from '../kernel/domain.ts'
import { beginAsModerators } from './moderator-mutations.ts'
import { moderatorConversations } from './moderator-schema.ts'

/** The moderators' inbox: no device has anything of it but what its member takes part in. */
export const messagesOnServer = defineDomain({
  tables: [moderatorConversations],
  mutations: [beginAsModerators],
})
