import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { isSelf } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'

/**
 * Members may mute anybody but themselves, the staff included: what the staff decides about their
 * own texts they read there all the same.
 */
export function canMute(viewer: Viewer, mutedId: string): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isSelf(viewer, mutedId) ? deny('cannot-mute-yourself') : allow
}
