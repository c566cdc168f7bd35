import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { LocalGroup } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin, isStaff } from '../kernel/viewer.ts'
import { canWritePosts } from '../posts/rules.ts'

type Organized = Pick<LocalGroup, 'organizerIds'>

/** Members who may write. */
export const canMakeLocalGroups = (viewer: Viewer): Verdict => canWritePosts(viewer)

/** For oneself, beside others or alone; administrators for anybody. */
export function canMakeLocalGroup(viewer: Viewer, group: Organized): Verdict {
  if (viewer.kind === 'visitor') return canMakeLocalGroups(viewer)
  return isAdmin(viewer) || isOrganizer(viewer, group) ? canMakeLocalGroups(viewer) : deny('organizers-only')
}

/** Its organizers and the staff. */
export function canEditLocalGroup(viewer: Viewer, group: Organized): Verdict {
  if (viewer.kind === 'visitor') return canMakeLocalGroups(viewer)
  return isStaff(viewer) || isOrganizer(viewer, group) ? canMakeLocalGroups(viewer) : deny('organizers-only')
}

/** For good: the staff. Organizers say that it is no longer active. */
export function canRemoveLocalGroup(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return canMakeLocalGroups(viewer)
  return isStaff(viewer) ? allow : deny('staff-only')
}

function isOrganizer(viewer: Viewer, { organizerIds }: Organized): boolean {
  return viewer.kind === 'member' && organizerIds.includes(viewer.userId)
}
