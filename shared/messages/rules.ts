import type { Member } from '../accounts/schema.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Conversation } from './schema.ts'
import { isStaffOrOperator } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'

/** How many members a newcomer may write to, and how many the staff overlook. */
export const newcomerContacts = { allowed: 9, unnoticed: 2 } as const

const isParticipant = (viewer: Viewer, { participantIds }: Pick<Conversation, 'participantIds'>): boolean =>
  viewer.kind === 'member' && participantIds.includes(viewer.userId)

/** Those who take part, the staff as little as others; of a reported message see `domain.ts`. */
export function canReadConversation(viewer: Viewer, conversation: Pick<Conversation, 'participantIds'>): Verdict {
  return isParticipant(viewer, conversation) ? allow : deny('not-found')
}

/** @param contacts how many members they will have written to of themselves. */
export function canBeginConversation(viewer: Viewer, contacts = 0): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.messagingDisabled === true) return deny('messaging-disabled')
  return isWithin(viewer, contacts) ? allow : deny('too-many-contacts')
}

interface ConversationFacts {
  /** An administrator takes part. */
  readonly hasAdmin: boolean
  /** The account of at least one of the others is open. */
  readonly hasReader: boolean
}

/**
 * A member whose account is closed, or banned for now, reads no messages: nobody begins to write to
 * them.
 */
export function canReceiveMessages({ isDeactivated, bannedUntil }: Pick<Member, 'isDeactivated' | 'bannedUntil'>, now: number): Verdict {
  return isDeactivated || (bannedUntil ?? 0) > now ? deny('not-found') : allow
}

/** Those who take part, as long as there is somebody to read it. */
export function canSendMessage(viewer: Viewer, conversation: Pick<Conversation, 'participantIds'>, facts: ConversationFacts): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (!isParticipant(viewer, conversation)) return deny('not-found')
  if (viewer.messagingDisabled === true && !facts.hasAdmin) return deny('messaging-disabled')
  if (conversation.participantIds.length < 2) return deny('nobody-left')
  return facts.hasReader ? allow : deny('nobody-reads')
}

/** Leaving, archiving and reading go on when one’s right to write was taken. */
export function canUseConversation(viewer: Viewer, conversation: Pick<Conversation, 'participantIds'>): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isParticipant(viewer, conversation) ? allow : deny('not-found')
}

/** Its title. */
export function canRenameConversation(viewer: Viewer, conversation: Pick<Conversation, 'participantIds'>): Verdict {
  const open = canUseConversation(viewer, conversation)
  if (!open.allowed || viewer.kind === 'visitor') return open
  return viewer.messagingDisabled === true ? deny('messaging-disabled') : allow
}

/** Newcomers only where they have begun it: there their contacts are counted. */
export function canAddParticipants(
  viewer: Viewer,
  conversation: Pick<Conversation, 'participantIds' | 'creatorId'>,
  contacts = 0,
): Verdict {
  const open = canRenameConversation(viewer, conversation)
  if (!open.allowed || viewer.kind === 'visitor') return open
  if (!isWithin(viewer, contacts)) return deny('too-many-contacts')
  return isFree(viewer) || viewer.userId === conversation.creatorId ? allow : deny('not-yours')
}

const isFree = (viewer: Viewer): boolean => isStaffOrOperator(viewer) || (viewer.kind === 'member' && viewer.isApproved)
const isWithin = (viewer: Viewer, contacts: number): boolean => isFree(viewer) || contacts <= newcomerContacts.allowed
