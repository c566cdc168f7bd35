import type { ReadPolicy } from '../kernel/read-policy.ts'
import type { Conversation, Message } from './schema.ts'
import { openReportsOn } from '../content-reports/queries.ts'
import { isStaff } from '../kernel/viewer.ts'
import { canReadConversation } from './rules.ts'
import { conversations, stateId } from './schema.ts'
import { staffReadings } from './staff-reading-schema.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'

export const conversationPolicy: ReadPolicy<Conversation> = (conversation, viewer) =>
  canReadConversation(viewer, conversation).allowed ? conversation : undefined

export const messagePolicy: ReadPolicy<Message> = async (message, viewer, read) => {
  const conversation = await read.get(conversations, message.conversationId)
  if (conversation !== undefined && canReadConversation(viewer, conversation).allowed) return message
  // The staff read what was reported to them, that message alone, until it is answered.
  return isStaff(viewer) && (await read.list(openReportsOn(message.id, 1))).length > 0 ? message : undefined
}

/**
 * On the server the staff also read what they have given a reason for. Policies know no time: the
 * page asks whether it is over, and a job takes away what is.
 */
export const conversationPolicyOnServer: ReadPolicy<Conversation> = async (conversation, viewer, read) =>
  (await conversationPolicy(conversation, viewer, read)) ?? ((await isReading(viewer, conversation.id, read)) ? conversation : undefined)

export const messagePolicyOnServer: ReadPolicy<Message> = async (message, viewer, read) =>
  (await messagePolicy(message, viewer, read)) ?? ((await isReading(viewer, message.conversationId, read)) ? message : undefined)

async function isReading(viewer: Viewer, conversationId: string, read: Read): Promise<boolean> {
  if (viewer.kind === 'visitor' || !isStaff(viewer)) return false
  return (await read.get(staffReadings, stateId(conversationId, viewer.userId))) !== undefined
}
