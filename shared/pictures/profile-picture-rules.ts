import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { canAddPicture } from './rules.ts'

/** Who may add pictures at all, for themselves. */
export const canSetProfilePicture = (viewer: Viewer): Verdict => canAddPicture(viewer)

/** Its member, also one who may not add pictures any more; and the staff. */
export function canRemoveProfilePicture(viewer: Viewer, memberId: string): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isSelf(viewer, memberId) || isStaff(viewer) ? allow : deny('not-yours')
}
