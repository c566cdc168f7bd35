import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Parties } from './rules.ts'
import type { StaffReading } from './staff-reading-schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isLookOpen } from '../moderation/private-looks.ts'
import { canReadConversation, canUseModeratorInbox } from './rules.ts'

/** Moderators and administrators may ask for any conversation, and say why. */
export function canAskToRead(viewer: Viewer): Verdict {
  return canUseModeratorInbox(viewer)
}

/**
 * What others write to each other, while a reason of the reader's own stands in the audit log. All
 * who have no such reason learn as little of it as anybody. A clock that was set back lengthens
 * nothing.
 */
export function canReadForReason(viewer: Viewer, reading: Pick<StaffReading, 'byId' | 'endsAt'> | undefined, now: number): Verdict {
  const may = canAskToRead(viewer)
  if (!may.allowed) return may
  return isLookOpen(viewer, reading, now) ? allow : deny('not-found')
}

/** Before they write there: the participants see who has come. */
export function canJoinAsStaff(
  viewer: Viewer,
  conversation: Parties,
  reading: Pick<StaffReading, 'byId' | 'endsAt'> | undefined,
  now: number,
): Verdict {
  const may = canReadForReason(viewer, reading, now)
  return may.allowed && canReadConversation(viewer, conversation).allowed ? deny('not-found') : may
}
