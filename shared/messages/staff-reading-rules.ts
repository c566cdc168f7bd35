import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Parties } from './rules.ts'
import type { StaffReading } from './staff-reading-schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf } from '../kernel/viewer.ts'
import { canReadConversation, canUseModeratorInbox } from './rules.ts'

/** Moderators and administrators may ask for any conversation, and say why. */
export function canAskToRead(viewer: Viewer): Verdict {
  return canUseModeratorInbox(viewer)
}

/**
 * What others write to each other, while a reason of the reader's own stands in the audit log.
 * Whoever has no such reason learns as little of it as anybody.
 */
export function canReadForReason(viewer: Viewer, reading: Pick<StaffReading, 'byId' | 'endsAt'> | undefined, now: number): Verdict {
  const may = canAskToRead(viewer)
  if (!may.allowed) return may
  return reading !== undefined && isSelf(viewer, reading.byId) && reading.endsAt > now ? allow : deny('not-found')
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
