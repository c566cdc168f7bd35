import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin } from '../kernel/viewer.ts'

/** Administrators build the index and search it. */
export function canSearchSimilarComments(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isAdmin(viewer) ? allow : deny('admins-only')
}
