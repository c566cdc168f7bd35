import type { Member } from '../accounts/schema.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Conversation } from './schema.ts'
import { isStaff, isStaffOrOperator } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'

/** How many members a newcomer may write to, and how many the staff overlook. */
export const newcomerContacts = { allowed: 9, unnoticed: 2 } as const

export type Parties = Pick<Conversation, 'participantIds' | 'moderatorIds' | 'joinedIds'>

/** Who took part for the moderators, or joined as one, takes part no more once they are none. */
const isParticipant = (viewer: Viewer, { participantIds, moderatorIds = [], joinedIds = [] }: Parties): boolean =>
  viewer.kind === 'member' &&
  participantIds.includes(viewer.userId) &&
  (isStaff(viewer) || ![...moderatorIds, ...joinedIds].includes(viewer.userId))

/** All moderators have a part in what one of them began for them. */
const isModeratorOf = (viewer: Viewer, { moderatorIds }: Parties): boolean => moderatorIds !== undefined && isStaff(viewer)

/**
 * Those who take part, and of the moderators' own conversations the staff. Of a reported message
 * see `domain.ts`.
 */
export function canReadConversation(viewer: Viewer, conversation: Parties): Verdict {
  return isParticipant(viewer, conversation) || isModeratorOf(viewer, conversation) ? allow : deny('not-found')
}

/** On a device: only what its member takes part in, the staff too. */
export function canFollowConversation(viewer: Viewer, conversation: Parties): Verdict {
  return isParticipant(viewer, conversation) ? allow : deny('not-found')
}

/** Moderators and administrators: the moderators' inbox, and beginning a conversation there. */
export function canUseModeratorInbox(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isStaff(viewer) ? allow : deny('staff-only')
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

/**
 * Those who take part, as long as there is somebody to read it. A moderator who writes in a
 * conversation of the moderators' takes part from then on; whom they wrote to can always answer.
 */
export function canSendMessage(viewer: Viewer, conversation: Parties, facts: ConversationFacts): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  const reads = canReadConversation(viewer, conversation)
  if (!reads.allowed) return reads
  const isModerators = conversation.moderatorIds !== undefined
  if (viewer.messagingDisabled === true && !facts.hasAdmin && !isModerators) return deny('messaging-disabled')
  if (isModerators && !isModeratorOf(viewer, conversation)) return allow
  if (new Set([...conversation.participantIds, viewer.userId]).size < 2) return deny('nobody-left')
  return facts.hasReader ? allow : deny('nobody-reads')
}

/** Leaving, archiving and reading go on when one’s right to write was taken. */
export function canUseConversation(viewer: Viewer, conversation: Parties): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isParticipant(viewer, conversation) ? allow : deny('not-found')
}

/** Its title. */
export function canRenameConversation(viewer: Viewer, conversation: Parties): Verdict {
  const open = canUseConversation(viewer, conversation)
  if (!open.allowed || viewer.kind === 'visitor') return open
  return viewer.messagingDisabled === true ? deny('messaging-disabled') : allow
}

/**
 * Newcomers only where they have begun it: there their contacts are counted. To conversations of
 * the moderators' only moderators add somebody.
 */
export function canAddParticipants(viewer: Viewer, conversation: Parties & Pick<Conversation, 'creatorId'>, contacts = 0): Verdict {
  const open = canRenameConversation(viewer, conversation)
  if (!open.allowed || viewer.kind === 'visitor') return open
  if (conversation.moderatorIds !== undefined && !isStaff(viewer)) return deny('staff-only')
  if (!isWithin(viewer, contacts)) return deny('too-many-contacts')
  return isFree(viewer) || viewer.userId === conversation.creatorId ? allow : deny('not-yours')
}

const isFree = (viewer: Viewer): boolean => isStaffOrOperator(viewer) || (viewer.kind === 'member' && viewer.isApproved)
const isWithin = (viewer: Viewer, contacts: number): boolean => isFree(viewer) || contacts <= newcomerContacts.allowed
