import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Message, Conversation } from './schema.ts'
import type { StaffReading } from './staff-reading-schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf } from '../kernel/viewer.ts'
import { canReadConversation, canUseModeratorInbox } from './rules.ts'
import { canReadForReason } from './staff-reading-rules.ts'

export interface RemovalFacts {
  readonly conversation: Conversation
  /** An open report asks the staff about it. */
  readonly isReported: boolean
  /** The staff member’s own reason to read the conversation. */
  readonly reading: Pick<StaffReading, 'byId' | 'endsAt'> | undefined
}

/**
 * The staff, of what they may read as such: a reported message, or one of a conversation that they
 * read for a reason or that is the moderators'. To others it is not there. What happened in a
 * conversation is nobody's words, and stays.
 */
export function canRemoveMessage(viewer: Viewer, message: Pick<Message, 'userId' | 'event'>, facts: RemovalFacts, now: number): Verdict {
  const may = canUseModeratorInbox(viewer)
  if (!may.allowed) return may
  if (message.event !== null) return deny('not-found')
  if (isSelf(viewer, message.userId)) return deny('not-against-oneself')
  const { conversation, isReported, reading } = facts
  const isModerators = conversation.moderatorIds !== undefined && canReadConversation(viewer, conversation).allowed
  return isReported || isModerators || canReadForReason(viewer, reading, now).allowed ? allow : deny('not-found')
}
