import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf } from '../kernel/viewer.ts'
import { canWritePosts } from '../posts/rules.ts'

/** Its member, whatever else they may do: nobody else learns of it. */
export function canSetMemberPlace(viewer: Viewer, memberId: string): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isSelf(viewer, memberId) ? allow : deny('not-yours')
}

/** Everybody sees it, so that it takes the right to write. */
export function canSetMapPoint(viewer: Viewer, memberId: string): Verdict {
  const own = canSetMemberPlace(viewer, memberId)
  return own.allowed ? canWritePosts(viewer) : own
}
