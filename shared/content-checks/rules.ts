import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Member } from '../accounts/schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin } from '../kernel/viewer.ts'

/** Administrators read, try and set them. */
export function canManageContentChecks(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isAdmin(viewer) ? allow : deny('admins-only')
}

/** The staff’s own work is not marked. */
export const isChecked = ({ isAdmin: isAdministrator, groups }: Pick<Member, 'isAdmin' | 'groups'>): boolean =>
  !isAdministrator && !groups.includes('moderators')
