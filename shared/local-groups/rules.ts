import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { LocalGroup } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin, isStaff } from '../kernel/viewer.ts'
import { kindFacts } from '../posts/kinds.ts'
import { canModeratePost, canReadPost, canWritePosts, isAuthor } from '../posts/rules.ts'
import type { Post } from '../posts/schema.ts'

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

/** Members who may write, as long as the group is active. */
export function canPostInGroup(viewer: Viewer, { isActive }: Pick<LocalGroup, 'isActive'>): Verdict {
  const writer = canWritePosts(viewer)
  return writer.allowed && !isActive ? deny('group-is-inactive') : writer
}

/** Its authors, the staff, and the organizers of the group it is in; an event by its own form. */
export function canTakeOutOfGroup(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (viewer.kind === 'visitor') return canWritePosts(viewer)
  if (post.groupId === undefined || kindFacts(post).isEvent) return deny('not-found')
  const isOrganizers = isOrganizer(viewer, { organizerIds: post.organizerIds ?? [] })
  return isAuthor(viewer, post) || isOrganizers || canModeratePost(viewer, post).allowed ? allow : deny('not-yours')
}

/** For good: the staff. Organizers say that it is no longer active. */
export function canRemoveLocalGroup(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return canMakeLocalGroups(viewer)
  return isStaff(viewer) ? allow : deny('staff-only')
}

function isOrganizer(viewer: Viewer, { organizerIds }: Organized): boolean {
  return viewer.kind === 'member' && organizerIds.includes(viewer.userId)
}
